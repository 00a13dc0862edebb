import { type CzechSubject, CzechSubjects } from './companies/czech-subjects.ts'
import { dayNumber, dayText } from './days.ts'
import { type TarMember, tar } from './files/tar.ts'
import type { Counter, Output } from './output.ts'
import { vrDocument, vrNotFound } from './vr/document.ts'
import type { World } from './world.ts'

/** The level that comes nearest to 670 bytes a document; see the README. */
const GZIP_LEVEL = 1
const SECONDS_PER_DAY = 86_400

/** The public registers: one document for each firm that one of them knows. */
export async function writeCzVr(world: World, output: Output): Promise<void> {
  const seconds = dayNumber(world.dates.vr) * SECONDS_PER_DAY
  await output.bytes({ source: 'cz-vr', name: 'ares_vreo_all.tar.gz', gzipLevel: GZIP_LEVEL }, (counter) =>
    tar(documents(world, counter), seconds),
  )
}

/** In model 2 the archive is packed with folders and a description, as real ones are. */
function* documents(world: World, counter: Counter): Generator<TarMember> {
  const subjects = new CzechSubjects(world)
  const details = world.stream('cz-vr')
  const day = dayText(dayNumber(world.dates.vr))
  const folder = world.stream.model === 1 ? 'VYSTUP/DATA/' : './VYSTUP/DATA/'
  if (world.stream.model !== 1) {
    for (const name of ['./', './VYSTUP/', folder]) yield { name, text: '' }
    yield { name: './README.txt', text: 'Výstup ARES z veřejných rejstříků: jeden soubor pro každé IČO.\r\n' }
  }
  for (let place = 0; place < subjects.count; place++) {
    const number = subjects.numberAt(place)
    const kind = subjects.kindOf(number)
    if (kind === 'trader' || kind === 'ended' || subjects.formOf(number, kind).rejstrik === null) continue
    const subject: CzechSubject = subjects.at(place)
    counter.rows++
    const isFound = kind !== 'firm' || !subjects.traps.notFoundInVr(number)
    const text = isFound ? vrDocument(subject, subjects, details(number), day) : vrNotFound(day)
    yield { name: `${folder}${subject.ico}.xml`, text }
  }
}
