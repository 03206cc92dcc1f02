import {
  IconArrowsExchange,
  IconBroadcast,
  IconBox,
  IconChartBar,
  IconCircleCheck,
  IconCircleX,
  IconClipboardList,
  IconHome,
  IconMapPin,
  IconPlug,
  IconRouter,
  IconSettings,
  IconShieldCheck,
  IconStethoscope,
  IconTag,
  IconTool,
  IconTopologyStar,
  IconUserMinus,
  IconUsers,
  IconMap2,
} from '@tabler/icons-react'
import type { IconName } from '../menu.ts'

const icons = {
  home: IconHome,
  events: IconTool,
  finalizations: IconCircleCheck,
  cancellations: IconCircleX,
  hair: IconArrowsExchange,
  verification: IconShieldCheck,
  ctos: IconBox,
  ports: IconPlug,
  map: IconMap2,
  neighbours: IconTopologyStar,
  accesses: IconBroadcast,
  diagnosis: IconStethoscope,
  feasibility: IconMapPin,
  orders: IconClipboardList,
  leaving: IconUserMinus,
  devices: IconRouter,
  enrollments: IconTag,
  people: IconUsers,
  reports: IconChartBar,
  settings: IconSettings,
} satisfies Record<IconName, typeof IconHome>

export function MenuIcon({ name, size = 18 }: { name: IconName; size?: number }) {
  const Icon = icons[name]
  return <Icon size={size} stroke={1.6} aria-hidden />
}
