/** Names of streets, the most frequent first: the place in the list decides how often a name is met. */
export const SLOVAK_STREETS: readonly string[] = (
  'Hlavná,Školská,Záhradná,Krátka,Nová,Poľná,Lipová,Družstevná,Kvetná,Športová,Slnečná,Dlhá,Mierová,Jarná,Lesná,' +
  'Cintorínska,Lúčna,Železničná,Višňová,Potočná,Agátová,Orechová,Vinohradnícka,Čerešňová,Jabloňová,Gaštanová,Brezová,' +
  'Mlynská,Staničná,Partizánska,SNP,Komenského,Štúrova,Hviezdoslavova,Sládkovičova,M. R. Štefánika,Štefánikova,' +
  '1. mája,Ružová,Fialková,Okružná,Novomestská,Tichá,Slovenská,Horná,Dolná,Kostolná,Nám. slobody,Námestie SNP,' +
  'Hlavné námestie,Kpt. Nálepku,Bernolákova,Jesenského,Janka Kráľa,A. Hlinku,Moyzesova,Gorkého,Puškinova,Májová,' +
  '29. augusta,Československej armády,Sídlisko,Budovateľská,Robotnícka,Priemyselná,Javorová,Smreková,Topoľová,' +
  'Borovicová,Jedľová,Dubová,Buková,Vŕbová,Jaseňová,Liesková,Marhuľová,Broskyňová,Hrušková,Slivková,Ríbezľová,' +
  'Malinová,Jahodová,Čučoriedková,Šípková,Ľaliová,Tulipánová,Narcisová,Konvalinková,Púpavová,Levanduľová,Astrová,' +
  'Georgínová,Karafiátová,Sedmokrásková,Nevädzová,Makova,Snežienková,Prvosienková,Letná,Zimná,Jesenná,Vrchná,Spodná,' +
  'Predná,Zadná,Bočná,Úzka,Široká,Rovná,Krivá,Kamenná,Hlinená,Piesková,Blatná,Suchá,Mokrá,Studená,Teplá,Riečna,' +
  'Rybárska,Rybničná,Jazerná,Brehová,Nábrežná,Prístavná,Mostná,Hradná,Zámocká,Podzámska,Kláštorná,Farská,Kaplnka,' +
  'Kalvárska,Pri kostole,Pri potoku,Pri ihrisku,Pri mlyne,Pri stanici,Pri cintoríne,Za humnami,Za mlynom,Za školou,' +
  'Nad jarkom,Pod hájom,Pod vinicami,Pod lesom,Pod horou,Na vŕšku,Na stráni,Na kopci,Na rovni,Na hrádzi,Na pažiti,' +
  'Medzi vodami,K lesu,K ihrisku,Roľnícka,Gazdovská,Ovocná,Sadová,Chmeľová,Obilná,Žitná,Pšeničná,Jačmenná,Ďatelinová,' +
  'Pažite,Pastierska,Hájnická,Poľovnícka,Jelenia,Srnčia,Zajačia,Líščia,Medvedia,Sokolská,Orlia,Lastovičia,Škovránčia,' +
  'Slávičia,Holubia,Bažantia,Včelárska,Kováčska,Stolárska,Tehelná,Hrnčiarska,Kožušnícka,Mäsiarska,Pekárska,Mlynárska,' +
  'Krajčírska,Garbiarska,Debnárska,Sklárska,Hutnícka,Banícka,Strojárska,Textilná,Chemická,Elektrárenská,Energetická,' +
  'Stavbárska,Murárska,Poštová,Obchodná,Trhová,Tržná,Kupecká,Hostinská,Kúpeľná,Nemocničná,Lekárska,Univerzitná,' +
  'Akademická,Študentská,Učiteľská,Divadelná,Hudobná,Umelecká,Múzejná,Kollárova,Kuzmányho,Hurbanova,Hodžova,Švermova,' +
  'Jiráskova,Palkovičova,Hollého,Vajanského,Kukučínova,Tajovského,Timravy,Rázusova,Kráľovská,Cyrilometodská,' +
  'Sv. Cyrila a Metoda,Sv. Štefana,Svätoplukova,Pribinova,Rastislavova,Mojmírova,Rákócziho,Petőfiho,Széchenyiho,' +
  'Jókaiho,Bratislavská,Košická,Žilinská,Nitrianska,Trnavská,Trenčianska,Prešovská,Popradská,Martinská,Zvolenská,' +
  'Banskobystrická,Levická,Komárňanská,Piešťanská,Senecká,Pezinská,Skalická,Moravská,Pražská,Brnianska,' +
  'Budapeštianska,Viedenská,Duklianska,Dukelských hrdinov,Obrancov mieru,Hrdinov SNP,Osloboditeľov,Víťazná,' +
  'Februárová,Októbrová,Novembrová,17. novembra,8. mája,9. mája,1. decembra,Ľ. Štúra,P. O. Hviezdoslava,J. Kráľa,' +
  'Ľ. Podjavorinskej,J. M. Hurbana,M. Rázusa,A. Bernoláka,J. A. Komenského,S. Chalupku,J. Kollára,Boženy Němcovej,' +
  'Bottova,Zápotockého,Dr. Clementisa,Murgašova,Jilemnického,Fučíkova,Wolkerova,Tolstého,Čajkovského,Mozartova,' +
  'Beethovenova,Chopinova,Ulica mieru,Ulica práce,Ulica 4. apríla,Námestie mieru,Mierové námestie,Námestie baníkov,' +
  'Námestie sv. Trojice,Kostolné námestie,Radničné námestie,Staré sídlisko,Nová kolónia,Rómska osada,Vyšný koniec,' +
  'Nižný koniec,Horný rad,Dolný rad,Cesta na štadión,Cesta mládeže,Medená,Zlatá,Strieborná,Modrá,Zelená,Biela,Dúhová,' +
  'Hviezdna,Mesačná,Východná,Západná,Severná,Južná,Stredná,Nádražná,Letisková,Tatranská,Fatranská,Kriváňska,' +
  'Ďumbierska,Rozálska,Vážska,Hronská,Dunajská,Moravská cesta,Hradská,Diaľničná,Pri trati,Pri hrádzi'
).split(',')
