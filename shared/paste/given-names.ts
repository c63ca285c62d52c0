/**
 * Given names common in Latin America, without accents. They show where a name begins in a text without capitals, and which of its words
 * come before the family names; never are they a reason to be sure.
 */
const givenNames = new Set(
  `
  abel abigail abraham adan adela adolfo adrian adriana adriano agustin agustina aida aidan alan alberto alejandra alejandro alessandra
  alessandro alex alexander alexandra alexandre alexis alfonso alfredo alicia alina aline allan alvaro amalia amanda amelia ana anabel
  analia anderson andre andrea andreia andres angel angela angelica angelo anibal antonia antonio aparecida araceli ariana ariel armando arnaldo
  arthur arturo augusto aurora axel ayelen azucena barbara bautista beatriz belen benjamin benjamim bernardo bertha betty bianca blanca
  braian brayan brenda brian bruna bruno bryan byron caio camila camilo candela carina carla carlos carmen carolina caroline catalina caterine
  catherine cecilia celeste celia celina celso cesar christian cinthia cintia clara claudia claudio clemente cleber constanza consuelo cristian
  cristiane cristiano cristina cristobal cynthia dafne daiana daiane damian daniel daniela daniele danilo danny dante dario david davi dayana
  debora delia denis denise deyanira diana diego dilma dina dolores domingo dora doris douglas duvan eder edgar edgardo edilson edinson edison
  edith edson eduarda eduardo edwin efrain elena eliana eliane elias elisa elizabeth elsa elvira ema emanuel emerson emilia emiliano emilio emma
  enrique erica erick erika ernesto esmeralda esperanza esteban estefania estela ester esther eugenia eugenio eva evelyn everton ezequiel fabian
  fabiana fabio fabiola fabricio facundo fanny fatima federico felicia felipe felix fermin fernanda fernando fidel flavia flavio florencia
  francisca francisco frank freddy fredy gabriel gabriela genaro george georgina geovanny gerardo german gilberto gilson gina giovanna
  giovanni gisela gisele gladis gladys gloria gonzalo graciela gregorio greta guadalupe guido guilherme guillermo gustavo hector helena henrique
  herman hernan hilda hortensia hugo humberto ignacia ignacio igor iliana ines ingrid iris irma isaac isabel isabela isabella isidro israel
  italo itzel ivan ivana ivette ivonne jacinta jacinto jackson jacqueline jaime jair jairo javier jazmin jean jeferson jefferson jenifer jennifer
  jenny jeremias jerson jesica jessica jesus jhon jhonatan jhony jimena joana joao joaquim joaquin joel johan johana johanna john johnny jonas
  jonatan jonathan jordan jorge jose josefa josefina joselyn josue juan juana judith julia julian juliana juliano julieta julio jurandir
  justina karen karina karla katherine katia kelly kevin kiara lady larissa laura lautaro leandra leandro leidy leila lenin leonardo leonel
  leonor leonora leticia leydi lia lida lidia ligia lilian liliana lina lizbeth lizeth lorena lorenzo lourdes lucas lucero lucia luciana luciano
  lucila lucio lucrecia luis luisa luiz luiza luz magali magdalena maicon maira manoel manuel manuela mara marcela marcelino marcelo marcia
  marcio marco marcos margarita maria mariana mariano maribel maricela mariela marilia marilu marina mario marisa marisol maritza marlene marlon
  marta martha martin martina mateo mateus matheus matias matilde mauricio mauro maximiliano maximo mayra melania melanie melina melissa mercedes
  micaela michael michel michelle miguel milagros milena miller milton mireya miriam miryam moises monica montserrat nadia nahuel nancy narcisa
  natalia natalie nataly nathalia nelida nelly nelson nestor nicanor nicolas nidia nilda noe noelia noemi nora norberto norma octavio ofelia
  olga oliver olivia omar orlando oscar osvaldo oswaldo otto pablo paloma pamela paola paolo patricia patricio patrick paul paula paulina
  paulo pedro perla pilar pierina priscila rafael rafaela raimundo ramiro ramon raquel raul raymundo rebeca reinaldo renan renata renato rene
  reynaldo ricardo richard rita roberta roberto rocio rodolfo rodrigo rogelio roger rogerio rolando romina romulo ronald ronaldo rosa
  rosalia rosana rosario rosaura roxana ruben rut ruth salome samanta samuel sandra santiago sara saray sarita saul sebastian
  sebastiao segundo selena selma sergio sharon sheila shirley silvana silvia silvio simon simone sofia solange soledad sonia stalin stefania
  stefany stella steven stiven susana tamara tania tatiana telma teodoro teresa thais thalia thayna thiago tiago tobias tomas trinidad ulises
  uriel valentin valentina valeria valerio vanesa vanessa veronica vicente victor victoria vilma vinicius violeta virginia vitor vitoria
  viviana viviane vladimir wagner walter wanda washington wellington wendy wesley william williams wilmer wilson ximena yadira yamila yamile
  yanina yasmin yeison yenny yesenia yessica yeny yhon ynes yohana yolanda yuliana yuri yvonne zoe zoila zulema
  alphonse aminata amadou awa chidi chinedu emeka fatou ibrahima kofi kwame lamine mamadou mariam moussa nomsa obinna ousmane thandiwe
  agnes elio fabrizio iara ivo ivone jurema jussara liz milagro nilson rubi
  `
    .trim()
    .split(/\s+/),
)

/** Whether a word is a common given name; spelling as in {@link givenNames}. */
export function isGivenName(word = ''): boolean {
  return givenNames.has(
    word
      .normalize('NFD')
      .replace(/[\p{M}.'’]/gu, '')
      .toLowerCase(),
  )
}
