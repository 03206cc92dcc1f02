/** A user as any server sends it: the specification names the tax id `taxId` and `tax_id`. */
interface Named {
  tax_id?: string | null
  taxId?: string | null
}

/** User information whose tax id is in `tax_id`, whichever name it came under. */
export function readUserInfo<I extends { user: Named }>(info: I): I {
  const { taxId, ...user } = info.user
  return { ...info, user: { ...user, tax_id: user.tax_id ?? taxId ?? null } }
}
