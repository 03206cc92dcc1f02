import { eventsWithout } from '../../lists/embedded/events.list.ts'

export const technicalWorkList = eventsWithout('technical.name', 'port_number', 'power_dbm')
export const contractorWorkList = eventsWithout('port_number', 'power_dbm', 'duration_s')
