/** Vocabulary of the demonstration. */
const list = (text: string) => text.split(',').map((word) => word.trim())

export const womenNames =
  list(`Lucía, Marta, Paula, Laura, Carmen, Ana, Elena, Cristina, Irene, Sara, Raquel, Nuria, Beatriz,
  Silvia, Rocío, Patricia, Alba, Sandra, Inés, Noelia, Verónica, Mónica, Pilar, Teresa, Ainhoa, Leire, Montserrat, Candela`)
export const menNames =
  list(`Javier, Sergio, David, Daniel, Alejandro, Pablo, Adrián, Álvaro, Rubén, Iván, Óscar, Raúl, Jorge,
  Alberto, Diego, Mario, Víctor, Roberto, Jesús, Antonio, Francisco, Manuel, Miguel, Luis, Fernando, Andrés, Ángel, Enrique,
  Ramón, Vicente, Joaquín, Ignacio, Emilio, Iker, Xavier, Jordi, Brais, Yeray, Aitor, Gonzalo, Hugo, Marcos, Nicolás, Rafael`)
export const surnames =
  list(`García, Rodríguez, González, Fernández, López, Martínez, Sánchez, Pérez, Gómez, Martín, Jiménez,
  Ruiz, Hernández, Díaz, Moreno, Muñoz, Álvarez, Romero, Alonso, Gutiérrez, Navarro, Torres, Domínguez, Vázquez, Ramos, Gil,
  Ramírez, Serrano, Blanco, Molina, Morales, Suárez, Ortega, Delgado, Castro, Ortiz, Rubio, Marín, Sanz, Núñez, Iglesias,
  Medina, Garrido, Cortés, Castillo, Santos, Lozano, Guerrero, Cano, Prieto, Méndez, Cruz, Calvo, Gallego, Vidal, León,
  Márquez, Herrera, Peña, Flores, Cabrera, Campos, Vega, Fuentes, Carrasco, Díez, Reyes, Caballero, Nieto, Aguilar, Pascual,
  Santana, Herrero, Lorenzo, Montero, Hidalgo, Giménez, Ibáñez, Ferrer, Durán, Santiago, Benítez, Vargas, Mora, Vicente,
  Arias, Carmona, Crespo, Soto, Román, Pastor, Velasco, Sáez, Moya, Parra, Bravo, Soler, Gallardo, Rojas, Quesada, Cebrián,
  Aranda, Moyano, Etxeberria, Agirre, Puig, Serra, Seijas, Otero, Rey, Perdomo, Betancor`)

export const streets =
  list(`C/ Mayor, C/ Real, Avda. de la Constitución, C/ San Juan, Pza. de España, C/ Cervantes, C/ Nueva,
  C/ del Carmen, Avda. de Andalucía, C/ Goya, C/ Velázquez, C/ Ramón y Cajal, C/ Doctor Fleming, C/ Miguel de Unamuno,
  C/ Antonio Machado, C/ Rosalía de Castro, C/ Blasco Ibáñez, Avda. de la Libertad, C/ del Sol, C/ de la Fuente, C/ del Molino,
  C/ Santa Teresa, C/ San Isidro, C/ San Antonio, Pza. Mayor, Paseo de la Estación, C/ Hernán Cortés, C/ Isaac Peral,
  C/ Jorge Juan, C/ Concepción Arenal, C/ Clara Campoamor, C/ Federico García Lorca, C/ Los Almendros, C/ Las Acacias,
  Avda. de Europa, C/ Río Ebro, C/ Río Duero, C/ del Pilar, C/ Virgen de la Luz, C/ Granada, C/ Toledo, C/ Alcalá Galiano,
  Ronda de Levante, Camino Viejo, C/ Los Olivos, C/ Maestro Falla, C/ Pintor Sorolla, C/ Gabriel Miró, C/ Juan XXIII,
  C/ de la Rosa, Travesía del Norte, C/ Emilia Pardo Bazán, C/ Lope de Vega, C/ Calderón de la Barca, C/ Eras Altas`)
/** Streets around the first exchange, in Puente de Vallecas. */
export const vallecasStreets =
  list(`C/ Peña Prieta, C/ Martínez de la Riva, C/ Monte Igueldo, Avda. de la Albufera, C/ Puerto Alto,
  C/ Sierra Toledana, C/ Carlos Martín Álvarez, C/ Pedro Laborde, C/ Candilejas, Avda. de San Diego, C/ Puerto de Canfranc,
  C/ Arroyo del Olivar, C/ Josefa Díaz, C/ Melquiades Biencinto, C/ Emilio Raboso, C/ Concordia, C/ Picos de Europa,
  C/ Javier de Miguel, C/ Santa Marta, C/ Felisa Méndez, Avda. Buenos Aires, C/ Sierra Carbonera, C/ Puerto Monasterio`)

export const contractorNames =
  list(`Fibracer, Jarama Instalaciones, Nodo Sur, Henares Redes, Guadalfibra, Enlaces del Mediodía,
  Sierra Norte Telecomunicaciones, Trazado Óptico, Cablelev, Montajes Aljarafe, Atlántico Acometidas, Duero Empalmes,
  Levante Infraestructuras, Tendidos del Ebro, Cantábrica de Redes, Instalaciones Teide, Ópticas Penedès, Campo y Poste,
  Redes del Segura, Galaica de Fusiones, Vega Baja Fibra, Mancha Telecom, Navarra Conecta, Albufera Obras,
  Costa Tropical Redes, Meseta Instalaciones, Rías Fibra, Ibérica de Acometidas, Monegros Cable, Alcores Telecom,
  Bierzo Redes, Tramo Seguro, Pirineo Empalmes, La Campana Instalaciones, Estrecho Fibra, Serranía Óptica`)

export const accessNotes = list(`Llave en conserjería, RITI en planta −1, RITI en cubierta. Pedir llave al presidente,
  Caja detrás del cuadro de contadores, Portal con código: llamar al 1.º A, Fachada trasera por el patio,
  Arqueta bajo la acera junto al garaje, Hace falta escalera de 6 m, Cuarto de telecomunicaciones junto al ascensor,
  Poste en finca particular. Avisar al propietario, Cámara con agua en invierno. Llevar bomba, Acceso por el local comercial`)
