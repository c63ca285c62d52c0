import type { CountryCode } from '#shared/countries/rule-book.ts'

/** The larger cities of each country, folded; one that two countries have is listed where it is larger. */
export const cities: Readonly<Record<CountryCode, string>> = {
  AR: 'buenos aires, caba, capital federal, cordoba, rosario, mendoza, la plata, tucuman, san miguel de tucuman, mar del plata, salta, santa fe, san juan, resistencia, neuquen, posadas, bahia blanca, parana, corrientes, san luis, rio cuarto, quilmes, lanus, avellaneda, bariloche',
  BF: 'ouagadougou, bobo-dioulasso, koudougou',
  BR: 'sao paulo, rio de janeiro, brasilia, salvador, fortaleza, belo horizonte, manaus, curitiba, recife, goiania, belem, porto alegre, guarulhos, campinas, sao luis, maceio, campo grande, teresina, joao pessoa, natal, osasco, sorocaba, uberlandia, ribeirao preto, cuiaba, aracaju, florianopolis, joinville, londrina, vitoria, niteroi, santos, palmas',
  CI: 'abidjan, bouake, yamoussoukro, daloa, san-pedro',
  CL: 'santiago, concepcion, valparaiso, vina del mar, antofagasta, temuco, rancagua, talca, arica, chillan, iquique, puerto montt, la serena, coquimbo, osorno, valdivia, calama, copiapo, punta arenas, curico, los angeles, maipu, puente alto, providencia, las condes',
  CM: 'douala, yaounde, bamenda, bafoussam, garoua',
  CO: 'bogota, medellin, cali, barranquilla, cartagena, cucuta, bucaramanga, pereira, santa marta, ibague, manizales, villavicencio, pasto, neiva, monteria, armenia, popayan, valledupar, sincelejo, soacha, bello, soledad, palmira, tunja, riohacha, quibdo',
  EC: 'quito, guayaquil, cuenca, santo domingo, machala, manta, portoviejo, ambato, riobamba, loja, esmeraldas, ibarra, quevedo, babahoyo, latacunga, duran, milagro, tulcan',
  GH: 'accra, kumasi, tamale, takoradi, cape coast, tema',
  KE: 'nairobi, mombasa, kisumu, nakuru, eldoret, thika, malindi',
  MX: 'ciudad de mexico, cdmx, guadalajara, monterrey, puebla, tijuana, leon, ciudad juarez, zapopan, merida, san luis potosi, aguascalientes, hermosillo, saltillo, mexicali, culiacan, queretaro, morelia, chihuahua, veracruz, cancun, torreon, toluca, acapulco, tampico, reynosa, cuernavaca, pachuca, oaxaca, xalapa, durango, mazatlan, tuxtla gutierrez, villahermosa, celaya, irapuato, tepic, colima',
  NG: 'lagos, abuja, kano, ibadan, port harcourt, benin city, kaduna, enugu, onitsha',
  PE: 'lima, arequipa, trujillo, chiclayo, piura, iquitos, cusco, cuzco, huancayo, chimbote, tacna, juliaca, ica, cajamarca, pucallpa, sullana, ayacucho, chincha, huanuco, puno, tarapoto, callao, moquegua, huaraz, tumbes',
  RW: 'kigali, butare, gisenyi',
  SN: 'dakar, thies, touba, saint-louis, kaolack, ziguinchor, rufisque, mbour',
  TZ: 'dar es salaam, dodoma, arusha, mwanza, zanzibar, moshi',
  UG: 'kampala, entebbe, gulu, jinja, mbarara',
  ZA: 'johannesburg, cape town, durban, pretoria, port elizabeth, gqeberha, bloemfontein, soweto, polokwane, east london',
}
