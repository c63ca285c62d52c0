import type { CountryCode } from './rule-book.ts'

interface CountryFacts {
  /** ISO 3166-1, alpha-3. */
  readonly threeLetters: string
  /** Some 5,000 US dollars in its currency, rounded. */
  readonly largeAmount: string
  /** Its larger cities, folded; one that two countries have is listed where it is larger. */
  readonly cities: string
}

/** What is known of each country besides its rules. No form asks for it, so it is loaded with what does. */
export const countryFacts: Readonly<Record<CountryCode, CountryFacts>> = {
  AR: {
    threeLetters: 'ARG',
    largeAmount: '7000000',
    cities:
      'buenos aires, caba, capital federal, cordoba, rosario, mendoza, la plata, tucuman, san miguel de tucuman, mar del plata, salta, santa fe, san juan, resistencia, neuquen, posadas, bahia blanca, parana, corrientes, san luis, rio cuarto, quilmes, lanus, avellaneda, bariloche',
  },
  BR: {
    threeLetters: 'BRA',
    largeAmount: '25000',
    cities:
      'sao paulo, rio de janeiro, brasilia, salvador, fortaleza, belo horizonte, manaus, curitiba, recife, goiania, belem, porto alegre, guarulhos, campinas, sao luis, maceio, campo grande, teresina, joao pessoa, natal, osasco, sorocaba, uberlandia, ribeirao preto, cuiaba, aracaju, florianopolis, joinville, londrina, vitoria, niteroi, santos, palmas',
  },
  CL: {
    threeLetters: 'CHL',
    largeAmount: '5000000',
    cities:
      'santiago, concepcion, valparaiso, vina del mar, antofagasta, temuco, rancagua, talca, arica, chillan, iquique, puerto montt, la serena, coquimbo, osorno, valdivia, calama, copiapo, punta arenas, curico, los angeles, maipu, puente alto, providencia, las condes',
  },
  CO: {
    threeLetters: 'COL',
    largeAmount: '20000000',
    cities:
      'bogota, medellin, cali, barranquilla, cartagena, cucuta, bucaramanga, pereira, santa marta, ibague, manizales, villavicencio, pasto, neiva, monteria, armenia, popayan, valledupar, sincelejo, soacha, bello, soledad, palmira, tunja, riohacha, quibdo',
  },
  EC: {
    threeLetters: 'ECU',
    largeAmount: '5000',
    cities:
      'quito, guayaquil, cuenca, santo domingo, machala, manta, portoviejo, ambato, riobamba, loja, esmeraldas, ibarra, quevedo, babahoyo, latacunga, duran, milagro, tulcan',
  },
  MX: {
    threeLetters: 'MEX',
    largeAmount: '100000',
    cities:
      'ciudad de mexico, cdmx, guadalajara, monterrey, puebla, tijuana, leon, ciudad juarez, zapopan, merida, san luis potosi, aguascalientes, hermosillo, saltillo, mexicali, culiacan, queretaro, morelia, chihuahua, veracruz, cancun, torreon, toluca, acapulco, tampico, reynosa, cuernavaca, pachuca, oaxaca, xalapa, durango, mazatlan, tuxtla gutierrez, villahermosa, celaya, irapuato, tepic, colima',
  },
  PE: {
    threeLetters: 'PER',
    largeAmount: '20000',
    cities:
      'lima, arequipa, trujillo, chiclayo, piura, iquitos, cusco, cuzco, huancayo, chimbote, tacna, juliaca, ica, cajamarca, pucallpa, sullana, ayacucho, chincha, huanuco, puno, tarapoto, callao, moquegua, huaraz, tumbes',
  },
  BF: {
    threeLetters: 'BFA',
    largeAmount: '3000000',
    cities: 'ouagadougou, bobo-dioulasso, koudougou',
  },
  CM: {
    threeLetters: 'CMR',
    largeAmount: '3000000',
    cities: 'douala, yaounde, bamenda, bafoussam, garoua',
  },
  CI: {
    threeLetters: 'CIV',
    largeAmount: '3000000',
    cities: 'abidjan, bouake, yamoussoukro, daloa, san-pedro',
  },
  GH: {
    threeLetters: 'GHA',
    largeAmount: '60000',
    cities: 'accra, kumasi, tamale, takoradi, cape coast, tema',
  },
  KE: {
    threeLetters: 'KEN',
    largeAmount: '650000',
    cities: 'nairobi, mombasa, kisumu, nakuru, eldoret, thika, malindi',
  },
  NG: {
    threeLetters: 'NGA',
    largeAmount: '7500000',
    cities: 'lagos, abuja, kano, ibadan, port harcourt, benin city, kaduna, enugu, onitsha',
  },
  RW: {
    threeLetters: 'RWA',
    largeAmount: '7000000',
    cities: 'kigali, butare, gisenyi',
  },
  SN: {
    threeLetters: 'SEN',
    largeAmount: '3000000',
    cities: 'dakar, thies, touba, saint-louis, kaolack, ziguinchor, rufisque, mbour',
  },
  TZ: {
    threeLetters: 'TZA',
    largeAmount: '12500000',
    cities: 'dar es salaam, dodoma, arusha, mwanza, zanzibar, moshi',
  },
  UG: {
    threeLetters: 'UGA',
    largeAmount: '18000000',
    cities: 'kampala, entebbe, gulu, jinja, mbarara',
  },
  ZA: {
    threeLetters: 'ZAF',
    largeAmount: '90000',
    cities:
      'johannesburg, cape town, durban, pretoria, port elizabeth, gqeberha, bloemfontein, soweto, polokwane, east london',
  },
}
