import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { DialogProps, List } from '../../lists/define.ts'
import { ListScreen } from '../../lists/ListScreen.tsx'
import { Dialog as DeviceDialog } from './DeviceDialog.tsx'
import { devicesList } from './devices.list.ts'
import { Dialog as UnsubscriptionDialog } from './UnsubscriptionDialog.tsx'
import { unsubscriptionsList } from './unsubscriptions.list.ts'

interface ActScreenProps {
  list: List
  route: '/vno/bajas' | '/vno/cambio-equipo'
  dialog: (props: DialogProps & { code: string }) => ReactNode
}

/** List of requests; `?acceso=` opens the request form for that access. */
function ActScreen({ list, route, dialog }: ActScreenProps) {
  const { acceso } = useSearch({ strict: false })
  const navigate = useNavigate()
  const router = useRouter()
  // Kept in state: the list below rewrites the URL.
  const [code, setCode] = useState(typeof acceso === 'string' ? acceso : '')
  const shut = () => setCode('')
  return (
    <>
      <ListScreen list={list} />
      {code !== '' &&
        dialog({
          code,
          close: () => {
            shut()
            if (router.history.canGoBack()) router.history.back()
          },
          made: (id) => {
            shut()
            void navigate({ to: route, search: id === undefined ? {} : { abierto: String(id) }, replace: true })
          },
        })}
    </>
  )
}

/** Unsubscriptions. */
export function UnsubscriptionsScreen() {
  return (
    <ActScreen list={unsubscriptionsList} route="/vno/bajas" dialog={(props) => <UnsubscriptionDialog {...props} />} />
  )
}

/** Remote ONT exchanges. */
export function DevicesScreen() {
  return <ActScreen list={devicesList} route="/vno/cambio-equipo" dialog={(props) => <DeviceDialog {...props} />} />
}
