import { escapeXml } from './sheet-xml.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Letters of the longest name of a sheet. */
const LONGEST_NAME = 31;
/** Widths of columns, in letters. */
const WIDTH = { least: 10, most: 40, beside: 4 };

/** Path of a sheet within the file; `number` from 1. */
export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`;

/** What stands in a sheet before its first row: the heads of the columns stay in sight. */
export function sheetStart(columns: readonly string[]): string {
  const widths = columns.map((title, place) => {
    const width = Math.min(Math.max([...title].length + WIDTH.beside, WIDTH.least), WIDTH.most);
    return `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`;
  });
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
}

export const SHEET_END = '</sheetData></worksheet>';

/** The parts beside the sheets, by their path. */
export function workbookParts(name: string, sheets: number): [path: string, content: string][] {
  const numbers = Array.from({ length: sheets }, (_, place) => place + 1);
  const part = (path: string, type: string): string =>
    `<Override PartName="/${path}" ContentType="${TYPE}.${type}+xml"/>`;
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  return [
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('xl/workbook.xml', 'sheet.main')}${numbers.map((number) => part(sheetPath(number), 'worksheet')).join('')}${part('xl/styles.xml', 'styles')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${numbers.map((number) => `<sheet name="${escapeXml(sheetName(name, number))}" sheetId="${number}" r:id="rId${number}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${numbers.map((number) => relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`)).join('')}${relation(`rId${sheets + 1}`, 'styles', 'styles.xml')}</Relationships>`,
    ],
    ['xl/styles.xml', STYLES],
  ];
}

/** In the order of `STYLE`: as it is, heads, moments, texts that look like formulas or numbers. */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** What a program lets a sheet be called: no signs of paths, no quotation at its ends, and not too long. */
function sheetName(name: string, number: number): string {
  const behind = number === 1 ? '' : ` (${number})`;
  const clean = name.replaceAll(/[[\]:*?/\\]/g, ' ').replaceAll(/^['\s]+|['\s]+$/g, '');
  return `${[...(clean || 'Sheet')].slice(0, LONGEST_NAME - behind.length).join('')}${behind}`;
}
