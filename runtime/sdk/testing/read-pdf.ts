import { inflateSync } from 'node:zlib';

const OBJECT = /(\d+) 0 obj\n([\s\S]*?)\n(?:stream\n([\s\S]*?)\nendstream\n)?endobj/g;
const TEXT = /\/F(\d+) [\d.]+ Tf [-\d.]+ [-\d.]+ Td <([0-9a-f]*)> Tj/g;

/** What a reader of the file finds: how many pages it has, and what is written there, by its own table of letters. */
export function readPdf(bytes: Buffer): { pages: number; text: string } {
  const file = bytes.toString('latin1');
  const objects = new Map<string, { head: string; content: string }>();
  for (const [, number = '', head = '', stream] of file.matchAll(OBJECT)) {
    const isPacked = stream !== undefined && head.includes('FlateDecode');
    objects.set(number, {
      head,
      content: isPacked ? inflateSync(Buffer.from(stream, 'latin1')).toString('latin1') : '',
    });
  }
  const kids = [...objects.values()].filter(({ head }) => head.includes('/Type /Page /'));
  const fonts = kids[0]?.head.match(/\/Font << ([^>]*) >>/)?.[1] ?? '';
  const letters = [...fonts.matchAll(/\/F\d+ (\d+) 0 R/g)].map(([, number = '']) => {
    const unicode = objects.get(number)?.head.match(/\/ToUnicode (\d+) 0 R/)?.[1] ?? '';
    const pairs = objects.get(unicode)?.content.matchAll(/<([0-9a-f]{4})> <([0-9a-f]+)>/g) ?? [];
    return new Map(
      [...pairs].map(([, glyph = '', text = '']) => [
        glyph,
        Buffer.from(text, 'hex').swap16().toString('utf16le'),
      ]),
    );
  });
  const pages = Number(file.match(/\/Type \/Pages .*\/Count (\d+)/)?.[1]);
  const written = kids.map(({ head }) => {
    const content = objects.get(head.match(/\/Contents (\d+) 0 R/)?.[1] ?? '')?.content ?? '';
    return content
      .split('\n')
      .map((step) => {
        const [, font = '', glyphs = ''] = new RegExp(TEXT.source).exec(step) ?? [];
        return (glyphs.match(/.{4}/g) ?? []).map((glyph) => letters[Number(font)]?.get(glyph)).join('');
      })
      .join('');
  });
  return { pages, text: written.join('\n') };
}
