/** Programs that people open spreadsheets with, each asked for the texts of the first sheet. */
import { execFile, spawnSync } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

type Command = [string, ...string[]]
interface SheetProgram {
  name: string
  /** What installs it. */
  from: string
  /** Succeeds where it is installed. */
  here: Command
  /** Prints the cells of `FILE`, separated by tabs, or writes them to `OUT`; `HOME` is a folder of its own. */
  read: Command
}

/** Code in one line, as `-e` takes it. */
const line = (code: string) => code.replaceAll(/\n\s*/g, ' ').trim()

const perl = (name: string, reader: string): SheetProgram => ({
  name,
  from: `apt-get install lib${name.toLowerCase().replaceAll('::', '-')}-perl`,
  here: ['perl', `-M${name}`, '-e', '1'],
  read: [
    'perl',
    `-M${name}`,
    '-e',
    line(`my ($sheet) = ${reader}->worksheets; my ($r0, $r1) = $sheet->row_range; my ($c0, $c1) = $sheet->col_range;
      for my $r ($r0..$r1) {
        my $text = join("\\t", map { my $c = $sheet->get_cell($r, $_); $c ? $c->value : "" } $c0..$c1);
        utf8::encode($text) if utf8::is_utf8($text); print "$text\\n" }`),
  ],
})
const rPackage = (pkg: string, read: string): SheetProgram => ({
  name: `R ${pkg}`,
  from: `apt-get install r-cran-${pkg}`,
  here: ['Rscript', '-e', `library(${pkg})`],
  read: [
    'Rscript',
    '-e',
    line(`d <- ${read}; d[is.na(d)] <- '';
      write.table(d, sep='\\t', quote=FALSE, row.names=FALSE, col.names=FALSE)`),
  ],
})
const npmPackage = (pkg: string, version: string, cells: string): SheetProgram => ({
  name: pkg,
  from: `npm install ${pkg}@${version}`,
  here: ['node', '-e', `require('${pkg}')`],
  read: [
    'node',
    '-e',
    line(`const made = require('${pkg}');
      const show = (rows) => console.log(rows.map((cells) => cells.map((one) => one ?? '').join('\\t')).join('\\n'));
      ${cells}`),
  ],
})

export const sheetPrograms: readonly SheetProgram[] = [
  {
    name: 'Gnumeric',
    from: 'apt-get install gnumeric',
    here: ['ssconvert', '--version'],
    read: ['ssconvert', '-T', 'Gnumeric_stf:stf_assistant', '-O', 'separator="\t" quoting-mode=never', 'FILE', 'OUT'],
  },
  {
    name: 'LibreOffice',
    from: 'apt-get install libreoffice-calc-nogui',
    here: ['soffice', '--version'],
    read: [
      'soffice',
      '-env:UserInstallation=file://HOME/profile',
      '--headless',
      '--convert-to',
      'out:Text - txt - csv (StarCalc):9,0,76',
      '--outdir',
      'HOME',
      'FILE',
    ],
  },
  {
    name: 'openpyxl',
    from: 'apt-get install python3-openpyxl',
    here: ['/usr/bin/python3', '-c', 'import openpyxl'],
    read: [
      '/usr/bin/python3',
      '-c',
      `import openpyxl
for row in openpyxl.load_workbook('FILE').worksheets[0].iter_rows(values_only=True):
  print('\\t'.join('' if one is None else str(one) for one in row))`,
    ],
  },
  rPackage('openxlsx', `openxlsx::read.xlsx('FILE', colNames=FALSE, skipEmptyCols=FALSE)`),
  rPackage(
    'readxl',
    `as.data.frame(readxl::read_excel('FILE', col_names=FALSE, col_types='text', .name_repair='minimal'))`,
  ),
  perl('Spreadsheet::XLSX', `Spreadsheet::XLSX->new('FILE')`),
  perl('Spreadsheet::ParseXLSX', `Spreadsheet::ParseXLSX->new->parse('FILE')`),
  npmPackage(
    'exceljs',
    '4.4.0',
    `const book = new made.Workbook();
    book.xlsx.readFile('FILE').then(() =>
      show(book.worksheets[0].getSheetValues().slice(1).map((cells) => Array.from(cells).slice(1))))`,
  ),
  npmPackage(
    'xlsx-populate',
    '1.21.0',
    `made.fromFileAsync('FILE').then((book) => show(book.sheet(0).usedRange().value()))`,
  ),
  npmPackage(
    'xlsx',
    '0.18.5',
    `const { Sheets, SheetNames } = made.readFile('FILE'); show(made.utils.sheet_to_json(Sheets[SheetNames[0]], { header: 1 }))`,
  ),
]

/** Installs those from npm into a folder. */
export function installPackages(folder: string): void {
  const wanted = sheetPrograms.flatMap(({ from }) => (from.startsWith('npm ') ? [from.split(' ').at(-1) ?? ''] : []))
  spawnSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...wanted], {
    stdio: 'ignore',
    timeout: 180_000,
  })
}

const settings = (folder: string) => ({
  env: { ...process.env, NODE_PATH: join(folder, 'node_modules'), LC_ALL: 'C.UTF-8', HOME: folder },
  timeout: 120_000,
})

/** Whether the machine has it, or its package was installed into the folder. */
export function isInstalled({ here: [command, ...words] }: SheetProgram, folder: string): boolean {
  return spawnSync(command, words, { ...settings(folder), stdio: 'ignore' }).status === 0
}

/** Texts of the first sheet. @param file a path that ends in `.xlsx`, in the folder */
export async function cellsIn({ read }: SheetProgram, file: string, folder: string): Promise<string[][]> {
  const out = file.replace(/xlsx$/, 'out')
  await rm(out, { force: true })
  const [command = '', ...words] = read.map((word) =>
    word.replaceAll('FILE', file).replaceAll('OUT', out).replaceAll('HOME', folder),
  )
  const { stdout } = await promisify(execFile)(command, words, settings(folder))
  const text = await readFile(out, 'utf8').catch(() => stdout)
  return text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((cells) => cells.split('\t'))
}

/** A CSV opened and saved by a Spanish LibreOffice Calc as it is set up: what looks like a number becomes one. */
export async function savedByCalc(csv: Buffer, separator: ',' | ';', folder: string): Promise<Buffer> {
  const form = (letter: string) => `${letter.charCodeAt(0)},34,76,1,,3082`
  const [from, to] = [join(folder, 'opened.csv'), join(folder, 'saved')]
  await writeFile(from, csv)
  await promisify(execFile)(
    'soffice',
    [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      `--infilter=CSV:${form(separator)}`,
      '--convert-to',
      `csv:Text - txt - csv (StarCalc):${form(separator)}`,
      '--outdir',
      to,
      from,
    ],
    { ...settings(folder), env: { ...process.env, HOME: folder, LC_ALL: 'es_ES.UTF-8' } },
  )
  return await readFile(join(to, 'opened.csv'))
}
