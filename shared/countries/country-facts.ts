import type { CountryCode } from './rule-book.ts'

/* What is known of each country besides its rules. No form asks for it, so it is loaded with what does. */

interface CountryFacts {
  /** ISO 3166-1, alpha-3. */
  readonly threeLetters: string
  /** Some 5,000 US dollars in its currency, rounded. */
  readonly largeAmount: string
}

export const countryFacts: Readonly<Record<CountryCode, CountryFacts>> = {
  AR: { threeLetters: 'ARG', largeAmount: '7000000' },
  BR: { threeLetters: 'BRA', largeAmount: '25000' },
  CL: { threeLetters: 'CHL', largeAmount: '5000000' },
  CO: { threeLetters: 'COL', largeAmount: '20000000' },
  EC: { threeLetters: 'ECU', largeAmount: '5000' },
  MX: { threeLetters: 'MEX', largeAmount: '100000' },
  PE: { threeLetters: 'PER', largeAmount: '20000' },
  BF: { threeLetters: 'BFA', largeAmount: '3000000' },
  CM: { threeLetters: 'CMR', largeAmount: '3000000' },
  CI: { threeLetters: 'CIV', largeAmount: '3000000' },
  GH: { threeLetters: 'GHA', largeAmount: '60000' },
  KE: { threeLetters: 'KEN', largeAmount: '650000' },
  NG: { threeLetters: 'NGA', largeAmount: '7500000' },
  RW: { threeLetters: 'RWA', largeAmount: '7000000' },
  SN: { threeLetters: 'SEN', largeAmount: '3000000' },
  TZ: { threeLetters: 'TZA', largeAmount: '12500000' },
  UG: { threeLetters: 'UGA', largeAmount: '18000000' },
  ZA: { threeLetters: 'ZAF', largeAmount: '90000' },
}

/** The larger cities of each country, folded; one that two countries have is listed where it is larger. */
export const cities: Readonly<Record<CountryCode, string>> = {
  AR: 'buenos aires, caba, capital federal, cordoba, rosario, mendoza, la plata, tucuman, san miguel de tucuman, mar del plata, salta, santa fe, san juan, resistencia, neuquen, posadas, bahia blanca, parana, corrientes, san luis, rio cuarto, quilmes, lanus, avellaneda, bariloche',
  BR: 'sao paulo, rio de janeiro, brasilia, salvador, fortaleza, belo horizonte, manaus, curitiba, recife, goiania, belem, porto alegre, guarulhos, campinas, sao luis, maceio, campo grande, teresina, joao pessoa, natal, osasco, sorocaba, uberlandia, ribeirao preto, cuiaba, aracaju, florianopolis, joinville, londrina, vitoria, niteroi, santos, palmas',
  CL: 'santiago, concepcion, valparaiso, vina del mar, antofagasta, temuco, rancagua, talca, arica, chillan, iquique, puerto montt, la serena, coquimbo, osorno, valdivia, calama, copiapo, punta arenas, curico, los angeles, maipu, puente alto, providencia, las condes',
  CO: 'bogota, medellin, cali, barranquilla, cartagena, cucuta, bucaramanga, pereira, santa marta, ibague, manizales, villavicencio, pasto, neiva, monteria, armenia, popayan, valledupar, sincelejo, soacha, bello, soledad, palmira, tunja, riohacha, quibdo',
  EC: 'quito, guayaquil, cuenca, santo domingo, machala, manta, portoviejo, ambato, riobamba, loja, esmeraldas, ibarra, quevedo, babahoyo, latacunga, duran, milagro, tulcan',
  MX: 'ciudad de mexico, cdmx, guadalajara, monterrey, puebla, tijuana, leon, ciudad juarez, zapopan, merida, san luis potosi, aguascalientes, hermosillo, saltillo, mexicali, culiacan, queretaro, morelia, chihuahua, veracruz, cancun, torreon, toluca, acapulco, tampico, reynosa, cuernavaca, pachuca, oaxaca, xalapa, durango, mazatlan, tuxtla gutierrez, villahermosa, celaya, irapuato, tepic, colima',
  PE: 'lima, arequipa, trujillo, chiclayo, piura, iquitos, cusco, cuzco, huancayo, chimbote, tacna, juliaca, ica, cajamarca, pucallpa, sullana, ayacucho, chincha, huanuco, puno, tarapoto, callao, moquegua, huaraz, tumbes',
  BF: 'ouagadougou, bobo-dioulasso, koudougou',
  CM: 'douala, yaounde, bamenda, bafoussam, garoua',
  CI: 'abidjan, bouake, yamoussoukro, daloa, san-pedro',
  GH: 'accra, kumasi, tamale, takoradi, cape coast, tema',
  KE: 'nairobi, mombasa, kisumu, nakuru, eldoret, thika, malindi',
  NG: 'lagos, abuja, kano, ibadan, port harcourt, benin city, kaduna, enugu, onitsha',
  RW: 'kigali, butare, gisenyi',
  SN: 'dakar, thies, touba, saint-louis, kaolack, ziguinchor, rufisque, mbour',
  TZ: 'dar es salaam, dodoma, arusha, mwanza, zanzibar, moshi',
  UG: 'kampala, entebbe, gulu, jinja, mbarara',
  ZA: 'johannesburg, cape town, durban, pretoria, port elizabeth, gqeberha, bloemfontein, soweto, polokwane, east london',
}
