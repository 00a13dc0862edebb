/** Names of streets, the most frequent first: the place in the list decides how often a name is met. */
export const CZECH_STREETS: readonly string[] = (
  'Nádražní,Školní,Zahradní,Polní,Krátká,Sportovní,Lipová,Nová,Komenského,Palackého,Hlavní,Luční,Příční,Husova,' +
  'Havlíčkova,Jiráskova,Družstevní,Lesní,Zámecká,Mlýnská,Okružní,Riegrova,Smetanova,Dvořákova,Tyršova,Žižkova,' +
  'Masarykova,Pražská,Brněnská,Květná,Slunečná,Na Výsluní,Na Vyhlídce,Kostelní,Hřbitovní,Sokolská,Růžová,Jabloňová,' +
  'Višňová,Třešňová,Ořechová,Akátová,Dubová,Březová,Javorová,Jasanová,Kaštanová,Smrková,Borová,Jedlová,Topolová,' +
  'Vrbová,Buková,Habrová,Švestková,Hrušková,Meruňková,Broskvová,Šeříková,Fialková,Tulipánová,Jasmínová,Konvalinková,' +
  'Pampelišková,Levandulová,Vinohradní,Na Vinici,Pod Vinicí,Náměstí,nám. Míru,Náměstí Míru,náměstí Svobody,' +
  'Masarykovo náměstí,nám. T. G. Masaryka,Palackého náměstí,Komenského náměstí,Husovo náměstí,Tyršovo náměstí,' +
  'Staré náměstí,Velké náměstí,Malé náměstí,Horní náměstí,Dolní náměstí,17. listopadu,28. října,1. máje,5. května,' +
  '8. května,9. května,7. listopadu,ČSA,Čs. armády,Československé armády,Rudé armády,Dukelská,Dukelských hrdinů,' +
  'Sokolovská,Legionářská,Fügnerova,Nerudova,Vrchlického,Čechova,Nezvalova,Wolkerova,Bezručova,Mánesova,Alšova,' +
  'Alešova,Purkyňova,Erbenova,Němcové,Boženy Němcové,Raisova,Sládkova,Jungmannova,Šafaříkova,Kollárova,Dobrovského,' +
  'Kosmonautů,Gagarinova,Puškinova,Gorkého,Tolstého,Čajkovského,Mozartova,Janáčkova,Fibichova,Sukova,Martinů,' +
  'Zborovská,Pionýrů,Mládeže,Míru,Mírová,Svobody,Vítězná,Osvobození,Revoluční,Budovatelů,Dělnická,Hornická,Havířská,' +
  'Hutnická,Sklářská,Tovární,Průmyslová,Strojírenská,Textilní,Cihlářská,Hrnčířská,Kovářská,Řeznická,Pekařská,' +
  'Krejčovská,Koželužská,Tkalcovská,Soukenická,Mlynářská,Rybářská,Zahradnická,Obchodní,Tržní,Poštovní,Divadelní,' +
  'Lázeňská,Nemocniční,Lékařská,Univerzitní,Studentská,Akademická,Učitelská,Hudební,Umělecká,Radniční,Soudní,Panská,' +
  'Kněžská,Farní,Klášterní,Kapucínská,Jezuitská,Dominikánská,Hradební,Na Hradbách,Na Příkopě,Na Valech,Pod Hradem,' +
  'Podzámčí,Pod Zámkem,Zámecké náměstí,Na Baště,V Bráně,Na Brázdě,Na Drahách,Na Hrázi,Na Kopci,Na Kopečku,Na Louce,' +
  'Na Návsi,Na Nábřeží,Nábřeží,Na Pastvisku,Na Pískách,Na Pláni,Na Potoce,Na Rybníčku,Na Samotě,Na Sídlišti,' +
  'Na Skalce,Na Spojce,Na Stráni,Na Štěpnici,Na Úvoze,Na Vršku,Na Vrchu,Na Zahrádkách,Na Závisti,Nad Lesem,' +
  'Nad Nádražím,Nad Parkem,Nad Potokem,Nad Rybníkem,Nad Školou,Nad Tratí,Pod Kopcem,Pod Lesem,Pod Lipami,' +
  'Pod Nádražím,Pod Skalou,Pod Školou,Pod Tratí,Pod Vodojemem,U Cihelny,U Hřbitova,U Hřiště,U Kapličky,U Kostela,' +
  'U Lesa,U Mlýna,U Mostu,U Nádraží,U Parku,U Pivovaru,U Potoka,U Rybníka,U Sokolovny,U Stadionu,U Školky,U Školy,' +
  'U Trati,U Vodárny,U Zámku,V Aleji,V Dolíku,V Hlinkách,V Lukách,V Olšinách,V Polích,V Údolí,V Uličce,V Zahradách,' +
  'V Zátiší,Ve Dvoře,Za Humny,Za Hřbitovem,Za Kostelem,Za Mlýnem,Za Nádražím,Za Parkem,Za Školou,Za Tratí,Za Vodou,' +
  'Ke Hřišti,K Lesu,K Nádraží,K Rybníku,K Vodojemu,K Zámku,Mezi Vodami,Mezi Zahradami,Horní,Dolní,Přední,Zadní,Boční,' +
  'Spojovací,Úzká,Široká,Dlouhá,Křivá,Rovná,Kamenná,Písečná,Hliněná,Travnatá,Jarní,Letní,Podzimní,Zimní,Májová,' +
  'Březnová,Slezská,Moravská,Česká,Slovenská,Ostravská,Olomoucká,Plzeňská,Budějovická,Liberecká,Pardubická,Hradecká,' +
  'Jihlavská,Karlovarská,Ústecká,Opavská,Zlínská,Chebská,Táborská,Kolínská,Mělnická,Berounská,Benešovská,Labská,' +
  'Vltavská,Jizerská,Krkonošská,Beskydská,Jesenická,Šumavská,Severní,Jižní,Východní,Západní,Staré sídliště,' +
  'Sídliště Míru,tř. T. Bati,tř. Míru,třída 1. máje,třída Svobody,Masarykova třída,nábř. Dr. E. Beneše,Benešova,' +
  'E. Beneše,T. G. Masaryka,Štefánikova,Švermova,Fučíkova,Kpt. Jaroše,Kapitána Nálepky,gen. Svobody,generála Píky,' +
  'Dr. Janského,J. A. Komenského,J. Suka,Prokopa Holého,Jana Žižky,Karla IV.,Karla Čapka,Bratří Čapků,bří Čapků,' +
  'Sv. Čecha,Svatopluka Čecha,svatého Václava,Václavská,Vojanova,Ruská,Americká,Anglická,Francouzská,Italská,Polská,' +
  'Srbská,Ke Stadionu,Hasičská,Myslivecká,Medová,Zlatá,Stříbrná,Modrá,Zelená,Bílá,Černá'
).split(',')
