import IconPhone from '@iconify-json/tabler/phone'
import { useSession } from '../../api/session.ts'
import { lookOf, type Look } from '../../kit/look.ts'
import { text } from '../../ui/text.ts'

/** Phone number of the operator's control room; null if the operator has none. */
export function useNocPhone(): string | null {
  const { info } = useSession()
  // Sessions stored by earlier versions have no contact.
  return info.technical_account?.vno.contact?.noc_phone ?? null
}

interface NocLinkProps {
  /** Button look; by default that of the screen. */
  look?: Look
  className?: string | undefined
  label?: string
}

/** Button that calls the operator's control room; hidden without a number. */
export function NocLink({ look, className, label }: NocLinkProps) {
  const phone = useNocPhone()
  if (phone === null) return null
  return (
    <a
      {...(look ? lookOf(look, className) : { className })}
      href={`tel:${phone}`}
      aria-label={label && text('tech.noc.help')}
    >
      <IconPhone size={26} stroke={1.9} aria-hidden />
      {label ?? text('tech.noc')}
    </a>
  )
}
