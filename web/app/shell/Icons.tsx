/** Menu icons merged into one path each: as separate elements they were a tenth of a page's DOM nodes. */
import { __iconNode as hair } from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs'
import { __iconNode as ctos } from '@tabler/icons-react/dist/esm/icons/IconBox.mjs'
import { __iconNode as accesses } from '@tabler/icons-react/dist/esm/icons/IconBroadcast.mjs'
import { __iconNode as reports } from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs'
import { __iconNode as finalizations } from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import { __iconNode as cancellations } from '@tabler/icons-react/dist/esm/icons/IconCircleX.mjs'
import { __iconNode as orders } from '@tabler/icons-react/dist/esm/icons/IconClipboardList.mjs'
import { __iconNode as home } from '@tabler/icons-react/dist/esm/icons/IconHome.mjs'
import { __iconNode as map } from '@tabler/icons-react/dist/esm/icons/IconMap2.mjs'
import { __iconNode as feasibility } from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs'
import { __iconNode as ports } from '@tabler/icons-react/dist/esm/icons/IconPlug.mjs'
import { __iconNode as devices } from '@tabler/icons-react/dist/esm/icons/IconRouter.mjs'
import { __iconNode as settings } from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import { __iconNode as verification } from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs'
import { __iconNode as diagnosis } from '@tabler/icons-react/dist/esm/icons/IconStethoscope.mjs'
import { __iconNode as enrollments } from '@tabler/icons-react/dist/esm/icons/IconTag.mjs'
import { __iconNode as events } from '@tabler/icons-react/dist/esm/icons/IconTool.mjs'
import { __iconNode as neighbours } from '@tabler/icons-react/dist/esm/icons/IconTopologyStar.mjs'
import { __iconNode as leaving } from '@tabler/icons-react/dist/esm/icons/IconUserMinus.mjs'
import { __iconNode as people } from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import type { IconName } from '../menu.ts'

const nodes = {
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

const line = (name: IconName) => nodes[name].map(([, { d }]) => d).join('')

export function MenuIcon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={line(name)} />
    </svg>
  )
}
