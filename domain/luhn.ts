/** Luhn check digit of a string of digits: the last digit of access and drop codes. */
export function luhn(digits: string): number {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48
    sum += index % 2 === 1 ? digit : digit < 5 ? digit * 2 : digit * 2 - 9
  }
  return (10 - (sum % 10)) % 10
}
