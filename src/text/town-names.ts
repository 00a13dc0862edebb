/*
 * Towns as people write them, folded: `code=town` or `name=town`. Written by hand for this project, from
 *
 *     codes   the okres codes of Slovak number plates (decree 9/2009, until 2022) and of Czechoslovak ones (until 2001)
 *     names   the German, Hungarian and English names of towns on maps and road signs of the neighbouring countries
 */
const CODES: Readonly<Record<'sk' | 'cz', string>> = {
  sk: `
    ba=bratislava bl=bratislava bb=banska bystrica bj=bardejov bn=banovce nad bebravou br=brezno bs=banska stiavnica
    by=bytca ca=cadca dk=dolny kubin ds=dunajska streda dt=detva ga=galanta gl=gelnica hc=hlohovec he=humenne il=ilava
    ka=krupina ke=kosice kk=kezmarok km=kysucke nove mesto kn=komarno lc=lucenec le=levoca lm=liptovsky mikulas
    lv=levice ma=malacky mi=michalovce ml=medzilaborce mt=martin my=myjava nm=nove mesto nad vahom no=namestovo
    nr=nitra nz=nove zamky pb=povazska bystrica pd=prievidza pe=partizanske pk=pezinok pn=piestany po=presov pp=poprad
    pt=poltar pu=puchov ra=revuca rk=ruzomberok rs=rimavska sobota rv=roznava sa=sala sb=sabinov sc=senec se=senica
    si=skalica sk=svidnik sl=stara lubovna sn=spisska nova ves so=sobrance sp=stropkov sv=snina tn=trencin
    to=topolcany tr=turcianske teplice ts=tvrdosin tt=trnava tv=trebisov vk=velky krtis vt=vranov nad toplou za=zilina
    zc=zarnovica zh=ziar nad hronom zm=zlate moravce zv=zvolen`,
  cz: `
    be=beroun bk=blansko bm=brno bn=benesov br=bruntal bv=breclav cb=ceske budejovice ch=cheb ck=cesky krumlov
    cl=ceska lipa cr=chrudim cv=chomutov dc=decin do=domazlice fm=frydek mistek hb=havlickuv brod hk=hradec kralove
    ho=hodonin jc=jicin je=jesenik jh=jindrichuv hradec ji=jihlava jn=jablonec nad nisou ka=karvina kd=kladno
    kl=kladno kh=kutna hora ki=karvina km=kromeriz ko=kolin kt=klatovy kv=karlovy vary lb=liberec li=liberec ln=louny
    lt=litomerice mb=mlada boleslav me=melnik mo=most na=nachod nb=nymburk nj=novy jicin oc=olomouc ol=olomouc
    op=opava os=ostrava ov=ostrava pb=pribram pe=pelhrimov pi=pisek pj=plzen pm=plzen pr=prerov pt=prachatice
    pu=pardubice pv=prostejov ra=rakovnik rk=rychnov nad kneznou ro=rokycany sm=semily so=sokolov st=strakonice
    su=sumperk sy=svitavy ta=tabor tc=tachov tp=teplice tr=trebic tu=trutnov uh=uherske hradiste ul=usti nad labem
    uo=usti nad orlici vs=vsetin vy=vyskov zl=zlin zn=znojmo zr=zdar nad sazavou`,
}

const NAMES: Readonly<Record<'sk' | 'cz', string>> = {
  sk: `
    pozsony=bratislava pressburg=bratislava presporok=bratislava kassa=kosice kaschau=kosice nyitra=nitra
    neutra=nitra eperjes=presov preschau=presov zsolna=zilina sillein=zilina nagyszombat=trnava tyrnau=trnava
    trencsen=trencin trentschin=trencin besztercebanya=banska bystrica neusohl=banska bystrica komarom=komarno
    komorn=komarno ersekujvar=nove zamky neuhausel=nove zamky dunaszerdahely=dunajska streda losonc=lucenec
    rimaszombat=rimavska sobota rozsnyo=roznava rosenau=roznava leva=levice lewenz=levice postyen=piestany
    pistyan=piestany vagsellye=sala somorja=samorin parkany=sturovo kesmark=kezmarok kasmark=kezmarok locse=levoca
    leutschau=levoca deutschendorf=poprad bartfa=bardejov bartfeld=bardejov zolyom=zvolen altsohl=zvolen
    selmecbanya=banska stiavnica schemnitz=banska stiavnica nagymihaly=michalovce homonna=humenne
    toketerebes=trebisov kiralyhelmec=kralovsky chlmec privigye=prievidza priwitz=prievidza szenc=senec bazin=pezinok
    bosing=pezinok rozsahegy=ruzomberok liptoszentmiklos=liptovsky mikulas iglo=spisska nova ves
    nagykurtos=velky krtis ipolysag=sahy fulek=filakovo`,
  cz: `
    prag=praha prague=praha praga=praha brunn=brno pilsen=plzen karlsbad=karlovy vary carlsbad=karlovy vary
    budweis=ceske budejovice marienbad=marianske lazne franzensbad=frantiskovy lazne reichenberg=liberec
    aussig=usti nad labem eger=cheb iglau=jihlava olmutz=olomouc ostrau=ostrava troppau=opava znaim=znojmo
    koniggratz=hradec kralove pardubitz=pardubice teplitz=teplice leitmeritz=litomerice saaz=zatec brux=most
    komotau=chomutov tetschen=decin gablonz=jablonec nad nisou krumau=cesky krumlov nikolsburg=mikulov
    kremsier=kromeriz prerau=prerov teschen=cesky tesin kuttenberg=kutna hora jungbunzlau=mlada boleslav
    trautenau=trutnov neutitschein=novy jicin gottwaldov=zlin prossnitz=prostejov trebitsch=trebic lundenburg=breclav
    neuhaus=jindrichuv hradec klattau=klatovy`,
}

/** Initials that streets are called by. */
const INITIALS = 'tgm=t g masaryka snp=slovenskeho narodneho povstania mrs=milana rastislava stefanika'

/** `all` has the codes too. */
export const TOWN_NAMES: Readonly<Record<'sk' | 'cz', { readonly codes: Names; readonly all: Names }>> = {
  sk: tablesOf('sk'),
  cz: tablesOf('cz'),
}

type Names = ReadonlyMap<string, readonly string[]>

function tablesOf(country: 'sk' | 'cz'): { readonly codes: Names; readonly all: Names } {
  const codes = readTable(CODES[country])
  return { codes, all: new Map([...codes, ...readTable(NAMES[country]), ...readTable(INITIALS)]) }
}

/** A key is the word before `=`; what it means ends before the next key. */
function readTable(text: string): Map<string, string[]> {
  const table = new Map<string, string[]>()
  let words: string[] = []
  for (const word of text.trim().split(/\s+/)) {
    const [key, first] = word.split('=')
    if (first === undefined) words.push(word)
    else {
      words = [first]
      table.set(key!, words)
    }
  }
  return table
}
