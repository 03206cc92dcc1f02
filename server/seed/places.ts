/** Spanish municipalities with INE codes for the demonstration network. */
export interface Place {
  ine: string
  name: string
  province: string
  /** Three letters of its exchanges; I, O and Q are never used on labels. */
  letters: string
  /** First and last postal code used. */
  postal: readonly [number, number]
  lat: number
  lon: number
  /** Thousands of inhabitants: determines its number of exchanges. */
  people: number
  /** Bearing towards the land in degrees, for places on the coast. */
  inland?: number
}

type Row = [
  ine: string,
  name: string,
  province: string,
  letters: string,
  first: number,
  last: number,
  lat: number,
  lon: number,
  people: number,
  inland?: number,
]

// The first twelve are the standard demonstration: the whole country with both archipelagos.
const rows: Row[] = [
  ['28079', 'Madrid', 'Madrid', 'VAL', 28018, 28053, 40.3925, -3.6648, 3340],
  ['08019', 'Barcelona', 'Barcelona', 'BCN', 8001, 8042, 41.3995, 2.163, 1660, 310],
  ['41091', 'Sevilla', 'Sevilla', 'SEV', 41001, 41020, 37.3891, -5.9745, 684],
  ['35016', 'Las Palmas de Gran Canaria', 'Las Palmas', 'LPA', 35001, 35019, 28.1135, -15.4363, 378, 250],
  ['46250', 'València', 'Valencia', 'VLC', 46001, 46026, 39.4699, -0.3763, 792, 280],
  ['50297', 'Zaragoza', 'Zaragoza', 'ZAR', 50001, 50018, 41.6488, -0.8891, 674],
  ['48020', 'Bilbao', 'Bizkaia', 'BLB', 48001, 48015, 43.2585, -2.93, 346],
  ['15030', 'A Coruña', 'A Coruña', 'CRN', 15001, 15011, 43.3563, -8.4115, 247, 190],
  ['29067', 'Málaga', 'Málaga', 'MLG', 29001, 29018, 36.7263, -4.4314, 579, 330],
  ['30030', 'Murcia', 'Murcia', 'MRC', 30001, 30012, 37.9922, -1.1307, 460],
  ['07040', 'Palma', 'Illes Balears', 'PMA', 7001, 7015, 39.5796, 2.6502, 416, 20],
  ['38038', 'Santa Cruz de Tenerife', 'Santa Cruz de Tenerife', 'TEN', 38001, 38010, 28.4636, -16.2618, 209, 300],
  ['03014', 'Alacant', 'Alicante', 'ALC', 3001, 3016, 38.3522, -0.491, 338, 310],
  ['14021', 'Córdoba', 'Córdoba', 'CRD', 14001, 14014, 37.8882, -4.7794, 320],
  ['47186', 'Valladolid', 'Valladolid', 'VLL', 47001, 47016, 41.6523, -4.7245, 295],
  ['36057', 'Vigo', 'Pontevedra', 'VGA', 36201, 36216, 42.2306, -8.7107, 293, 140],
  ['33024', 'Gijón', 'Asturias', 'GJN', 33201, 33213, 43.5322, -5.6611, 267, 190],
  ['08101', "L'Hospitalet de Llobregat", 'Barcelona', 'HSP', 8901, 8908, 41.3596, 2.0997, 265],
  ['01059', 'Vitoria-Gasteiz', 'Araba/Álava', 'VTR', 1001, 1015, 42.8467, -2.6716, 254],
  ['03065', 'Elx', 'Alicante', 'ELX', 3201, 3208, 38.2669, -0.6983, 235],
  ['18087', 'Granada', 'Granada', 'GRN', 18001, 18015, 37.1773, -3.5986, 228],
  ['08279', 'Terrassa', 'Barcelona', 'TRS', 8221, 8228, 41.5632, 2.0089, 224],
  ['08015', 'Badalona', 'Barcelona', 'BDL', 8911, 8918, 41.455, 2.2424, 224, 310],
  ['33044', 'Oviedo', 'Asturias', 'VTS', 33001, 33013, 43.3619, -5.8494, 217],
  ['08187', 'Sabadell', 'Barcelona', 'SBD', 8201, 8208, 41.5463, 2.1086, 217],
  ['30016', 'Cartagena', 'Murcia', 'CTG', 30201, 30205, 37.6157, -0.9866, 218, 0],
  ['11020', 'Jerez de la Frontera', 'Cádiz', 'JRZ', 11401, 11408, 36.685, -6.1261, 213],
  ['28092', 'Móstoles', 'Madrid', 'MST', 28931, 28938, 40.3223, -3.865, 211],
  ['31201', 'Pamplona', 'Navarra', 'PMP', 31001, 31016, 42.8125, -1.6458, 205],
  ['04013', 'Almería', 'Almería', 'ALM', 4001, 4009, 36.844, -2.4637, 200, 350],
  ['28005', 'Alcalá de Henares', 'Madrid', 'ACH', 28801, 28807, 40.4818, -3.3643, 199],
  ['28074', 'Leganés', 'Madrid', 'LGN', 28911, 28919, 40.3281, -3.7644, 192],
  ['28058', 'Fuenlabrada', 'Madrid', 'FNL', 28941, 28947, 40.2842, -3.7942, 190],
  ['28065', 'Getafe', 'Madrid', 'GTF', 28901, 28909, 40.3083, -3.7327, 186],
  ['20069', 'Donostia', 'Gipuzkoa', 'DNS', 20001, 20018, 43.3083, -1.9762, 188, 180],
  ['09059', 'Burgos', 'Burgos', 'BRG', 9001, 9007, 42.3439, -3.6969, 174],
  ['02003', 'Albacete', 'Albacete', 'ALB', 2001, 2008, 38.9943, -1.8585, 173],
  ['39075', 'Santander', 'Cantabria', 'SNT', 39001, 39012, 43.4623, -3.825, 172, 260],
  ['12040', 'Castelló de la Plana', 'Castellón', 'CST', 12001, 12006, 39.9864, -0.0513, 174],
  ['28007', 'Alcorcón', 'Madrid', 'ACN', 28921, 28925, 40.3458, -3.8249, 172],
  ['38023', 'San Cristóbal de La Laguna', 'Santa Cruz de Tenerife', 'LLG', 38201, 38208, 28.4874, -16.3159, 159],
  ['26089', 'Logroño', 'La Rioja', 'LGR', 26001, 26009, 42.4627, -2.445, 150],
  ['06015', 'Badajoz', 'Badajoz', 'BDJ', 6001, 6011, 38.8794, -6.9707, 150],
  ['21041', 'Huelva', 'Huelva', 'HLV', 21001, 21007, 37.2614, -6.9447, 142],
  ['37274', 'Salamanca', 'Salamanca', 'SLM', 37001, 37008, 40.9701, -5.6635, 143],
  ['25120', 'Lleida', 'Lleida', 'LLD', 25001, 25008, 41.6176, 0.62, 142],
  ['43148', 'Tarragona', 'Tarragona', 'TRG', 43001, 43008, 41.1229, 1.2445, 136, 330],
  ['24089', 'León', 'León', 'LEN', 24001, 24010, 42.5987, -5.5671, 120],
  ['11012', 'Cádiz', 'Cádiz', 'CDZ', 11001, 11012, 36.5151, -6.2796, 112, 150],
  ['23050', 'Jaén', 'Jaén', 'JAN', 23001, 23009, 37.7796, -3.7849, 112],
  ['32054', 'Ourense', 'Ourense', 'RNS', 32001, 32005, 42.3358, -7.8639, 104],
  ['17079', 'Girona', 'Girona', 'GRA', 17001, 17007, 41.9794, 2.8214, 104],
  ['27028', 'Lugo', 'Lugo', 'LUG', 27001, 27004, 43.0097, -7.556, 98],
  ['10037', 'Cáceres', 'Cáceres', 'CCR', 10001, 10005, 39.4753, -6.3724, 95],
  ['19130', 'Guadalajara', 'Guadalajara', 'GDL', 19001, 19005, 40.6333, -3.1667, 89],
  ['45168', 'Toledo', 'Toledo', 'TLD', 45001, 45008, 39.8628, -4.0273, 86],
  ['36038', 'Pontevedra', 'Pontevedra', 'PNT', 36001, 36005, 42.431, -8.6444, 83],
  ['15078', 'Santiago de Compostela', 'A Coruña', 'STG', 15701, 15707, 42.8782, -8.5448, 98],
  ['34120', 'Palencia', 'Palencia', 'PLC', 34001, 34006, 42.0096, -4.5288, 77],
  ['13034', 'Ciudad Real', 'Ciudad Real', 'CRL', 13001, 13005, 38.9848, -3.9274, 75],
  ['49275', 'Zamora', 'Zamora', 'ZMR', 49001, 49028, 41.5035, -5.7446, 59],
  ['05019', 'Ávila', 'Ávila', 'AVL', 5001, 5005, 40.6565, -4.6818, 58],
  ['16078', 'Cuenca', 'Cuenca', 'CNC', 16001, 16004, 40.0704, -2.1374, 53],
  ['22125', 'Huesca', 'Huesca', 'HSC', 22001, 22006, 42.1401, -0.4089, 53],
  ['40194', 'Segovia', 'Segovia', 'SGV', 40001, 40006, 40.9429, -4.1088, 51],
  ['42173', 'Soria', 'Soria', 'SRA', 42001, 42005, 41.7666, -2.479, 40],
  ['44216', 'Teruel', 'Teruel', 'TRL', 44001, 44003, 40.3457, -1.1065, 36],
  ['06083', 'Mérida', 'Badajoz', 'MRD', 6800, 6800, 38.9161, -6.3437, 59],
  ['29069', 'Marbella', 'Málaga', 'MRB', 29601, 29604, 36.5151, -4.8825, 156, 350],
  ['41038', 'Dos Hermanas', 'Sevilla', 'DHR', 41701, 41704, 37.2829, -5.9209, 139],
  ['43123', 'Reus', 'Tarragona', 'RES', 43201, 43206, 41.1561, 1.1069, 109],
  ['08121', 'Mataró', 'Barcelona', 'MTR', 8301, 8304, 41.5431, 2.4395, 129, 320],
  ['28148', 'Torrejón de Ardoz', 'Madrid', 'TRJ', 28850, 28850, 40.4553, -3.4697, 140],
  ['28106', 'Parla', 'Madrid', 'PRL', 28981, 28984, 40.236, -3.7675, 133],
  ['28006', 'Alcobendas', 'Madrid', 'ACB', 28100, 28109, 40.5475, -3.642, 119],
  ['38006', 'Arona', 'Santa Cruz de Tenerife', 'ARN', 38640, 38640, 28.0996, -16.681, 84, 20],
  ['35026', 'Telde', 'Las Palmas', 'TLE', 35200, 35200, 27.9924, -15.4192, 102, 270],
  ['35004', 'Arrecife', 'Las Palmas', 'ACE', 35500, 35500, 28.968, -13.5527, 66, 320],
  ['35017', 'Puerto del Rosario', 'Las Palmas', 'FVT', 35600, 35600, 28.5004, -13.8677, 43, 280],
  ['33004', 'Avilés', 'Asturias', 'AVS', 33401, 33403, 43.551, -5.9222, 76, 200],
  ['15036', 'Ferrol', 'A Coruña', 'FRL', 15401, 15406, 43.4882, -8.2269, 64, 60],
  ['48013', 'Barakaldo', 'Bizkaia', 'BRK', 48901, 48903, 43.2956, -2.9973, 101],
  ['03133', 'Torrevieja', 'Alicante', 'TRV', 3181, 3183, 37.9837, -0.6872, 90, 290],
  ['46131', 'Gandia', 'Valencia', 'GND', 46701, 46702, 38.968, -0.1845, 77],
  ['30024', 'Lorca', 'Murcia', 'LRC', 30800, 30800, 37.6712, -1.7017, 97],
  ['07026', 'Eivissa', 'Illes Balears', 'EVS', 7800, 7800, 38.9117, 1.4256, 51, 350],
  ['24115', 'Ponferrada', 'León', 'PNF', 24401, 24404, 42.5499, -6.5982, 63],
  ['45165', 'Talavera de la Reina', 'Toledo', 'TLV', 45600, 45600, 39.9636, -4.8303, 84],
  ['11004', 'Algeciras', 'Cádiz', 'ALG', 11201, 11207, 36.1358, -5.4612, 123, 270],
  ['03031', 'Benidorm', 'Alicante', 'BND', 3501, 3503, 38.5461, -0.1275, 72, 330],
  ['51001', 'Ceuta', 'Ceuta', 'CET', 51001, 51005, 35.8884, -5.3248, 83, 240],
  ['52001', 'Melilla', 'Melilla', 'MLL', 52001, 52006, 35.2913, -2.9441, 86, 280],
]

export const places: readonly Place[] = rows.map(
  ([ine, name, province, letters, first, last, lat, lon, people, inland]) => ({
    ine,
    name,
    province,
    letters,
    postal: [first, last],
    lat,
    lon,
    people,
    ...(inland !== undefined && { inland }),
  }),
)
