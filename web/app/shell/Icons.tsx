import hair from '@iconify-json/tabler/arrows-exchange'
import ctos from '@iconify-json/tabler/box'
import accesses from '@iconify-json/tabler/broadcast'
import reports from '@iconify-json/tabler/chart-bar'
import finalizations from '@iconify-json/tabler/circle-check'
import cancellations from '@iconify-json/tabler/circle-x'
import orders from '@iconify-json/tabler/clipboard-list'
import home from '@iconify-json/tabler/home'
import map from '@iconify-json/tabler/map-2'
import feasibility from '@iconify-json/tabler/map-pin'
import ports from '@iconify-json/tabler/plug'
import devices from '@iconify-json/tabler/router'
import settings from '@iconify-json/tabler/settings'
import verification from '@iconify-json/tabler/shield-check'
import diagnosis from '@iconify-json/tabler/stethoscope'
import enrollments from '@iconify-json/tabler/tag'
import events from '@iconify-json/tabler/tool'
import neighbours from '@iconify-json/tabler/topology-star'
import leaving from '@iconify-json/tabler/user-minus'
import people from '@iconify-json/tabler/users'
import type { IconName } from '../menu.ts'

const icons = {
  home,
  events,
  finalizations,
  cancellations,
  hair,
  verification,
  ctos,
  ports,
  map,
  neighbours,
  accesses,
  diagnosis,
  feasibility,
  orders,
  leaving,
  devices,
  enrollments,
  people,
  reports,
  settings,
} satisfies Record<IconName, unknown>

export function MenuIcon({ name, size = 18 }: { name: IconName; size?: number }) {
  const Icon = icons[name]
  return <Icon size={size} stroke={1.6} />
}
