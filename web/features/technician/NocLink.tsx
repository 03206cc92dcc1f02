import { IconPhone } from '@tabler/icons-react'
import { useSession } from '../../api/session.ts'
import { text } from '../../ui/text.ts'

/** Phone of the operator's control room; null when it has none. */
export function useNocPhone(): string | null {
  const { info } = useSession()
  // A session kept by an older version of the product has no contact.
  return info.technical_account?.vno.contact?.noc_phone ?? null
}

/** Calls the operator's control room, where it has a phone. */
export function NocLink({ className, label }: { className: string | undefined; label?: string }) {
  const phone = useNocPhone()
  if (phone === null) return null
  return (
    <a className={className} href={`tel:${phone}`} aria-label={label && text('tech.noc.help')}>
      <IconPhone size={26} stroke={1.9} aria-hidden />
      {label ?? text('tech.noc')}
    </a>
  )
}
