/** Which names of the base map come first, and those that no atlas gives in Spanish. */
type At = readonly [lon: number, lat: number]

/** INE codes of the capitals of the provinces and of the autonomous cities. */
export const capitals: ReadonlySet<string> = new Set(
  (
    '01059 02003 03014 04013 05019 06015 07040 08019 09059 10037 11012 12040 13034 14021 15030 16078 17079 18087 19130 ' +
    '20069 21041 22125 23050 24089 25120 26089 27028 28079 29067 30030 31201 32054 33044 34120 35016 36038 37274 38038 ' +
    '39075 40194 41091 42173 43148 44216 45168 46250 47186 48020 49275 50297 51001 52001'
  ).split(' '),
)

/** INE codes of other cities that one looks for before their neighbours. */
export const cities: ReadonlySet<string> = new Set(
  (
    '03065 03031 03009 03099 04902 06083 07026 07032 07015 08187 08101 08015 08279 08121 08113 09219 09018 10148 11020 ' +
    '11004 15078 15036 17066 18140 20045 23055 24115 28092 28005 28058 28074 28065 28007 28148 28006 28106 29069 30016 ' +
    '30024 31232 33024 33004 35026 35004 36057 38023 39087 41038 43123 45165 46131 46244 46220 48013 50067'
  ).split(' '),
)

/** Neighbours drawn with the finer coast, by their name in Natural Earth; `at`: where the Spanish name is written. */
export const countries: Readonly<Record<string, { name: string; at?: At }>> = {
  Portugal: { name: 'Portugal', at: [-8.1, 39.7] },
  France: { name: 'Francia', at: [1.6, 44.4] },
  Andorra: { name: 'Andorra', at: [1.57, 42.55] },
  Morocco: { name: 'Marruecos', at: [-5.6, 33.4] },
  Algeria: { name: 'Argelia', at: [2, 35.4] },
  'W. Sahara': { name: 'Sáhara Occidental' },
  Gibraltar: { name: 'Gibraltar' },
  Italy: { name: 'Italia' },
  Tunisia: { name: 'Túnez' },
}

export const seas: readonly { name: string; at: At }[] = [
  { name: 'Mar Cantábrico', at: [-4.4, 44.2] },
  { name: 'Mar Mediterráneo', at: [1.6, 37.8] },
  { name: 'Océano Atlántico', at: [-11.2, 38.2] },
]
