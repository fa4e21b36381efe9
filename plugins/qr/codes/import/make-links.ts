import { AppError, errors, GenerationType, JumpType } from '@waypost/contract';
import { newRow, type PluginContext, type Session } from '@waypost/sdk';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { qrErrors } from '../errors.ts';
import type { StoredCode } from '../link.ts';
import { retiredAmong } from '../retired-codes.ts';
import { publishCodes } from '../service.ts';
import { generateShortCode } from '../short-code.ts';
import type { LinkFault, LinkRow } from './link-row.ts';

/** MongoDB's code for a value that a unique index has already. */
const DUPLICATE_KEY = 11_000;
/** How often a portion is tried whose codes somebody else has taken meanwhile. */
export const TRIALS = 5;

/** What became of a line. */
export interface MadeLink {
  row: LinkRow;
  /** Empty: none was made. */
  short_code: string;
  fault?: LinkFault;
}

/** Whose links they are, and which file they come from: a run that begins anew makes none twice. */
export interface LinkPlace {
  owner: string;
  upload: string;
}

/** Makes the links of a portion of lines, all that can be made in one transaction. */
export async function makeLinks(
  context: PluginContext,
  rows: readonly LinkRow[],
  place: LinkPlace,
): Promise<MadeLink[]> {
  for (let trial = 1; ; trial += 1) {
    try {
      return await context.transaction((session) => makeOnce(context, rows, place, session));
    } catch (error) {
      if (!isTaken(error) || trial === TRIALS) throw error;
    }
  }
}

/** A code that was drawn is another one's already: the portion draws anew. */
export const drawnTwice = () => qrErrors.codeTaken.create({ code: '' });

/** Whether somebody else has taken a code between the look and the writing. */
export function isTaken(error: unknown): boolean {
  if (error instanceof AppError)
    return error.code === qrErrors.codeTaken.code || error.code === errors.duplicate.code;
  return error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY;
}

async function makeOnce(
  context: PluginContext,
  rows: readonly LinkRow[],
  { owner, upload }: LinkPlace,
  session: Session,
): Promise<MadeLink[]> {
  const model = context.model(codeResource);
  const there = (await model
    .find(
      { upload, upload_line: { $in: rows.map(({ line }) => line) } } as never,
      {
        short_code: 1,
        upload_line: 1,
      } as never,
    )
    .session(session)
    .lean()) as unknown as { short_code: string; upload_line: number }[];
  const before = new Map(there.map((code) => [code.upload_line, code.short_code]));
  const wished = rows.map((row) => row.short_code || generateShortCode(context.random));
  const faults = await codeFaults(context, wished, session);
  if (rows.some((row, at) => row.short_code === '' && faults.has(wished[at] ?? ''))) throw drawnTwice();
  const codes: StoredCode[] = [];
  const made = rows.map((row, at): MadeLink => {
    const known = before.get(row.line);
    if (known !== undefined) return { row, short_code: known };
    const fault = row.fault ?? faults.get(wished[at] ?? '');
    if (fault !== undefined) return { row, short_code: '', fault };
    const short_code = wished[at] ?? '';
    // The second one of the file finds it taken.
    faults.set(short_code, 'twice');
    codes.push(codeOf(context, { row, short_code, owner, upload }));
    return { row, short_code };
  });
  if (codes.length > 0) {
    // As they are: rows of `newRow` are what the store keeps.
    await model.insertMany(codes as never, { session, lean: true });
    await publishCodes(context, codes, session);
  }
  return made;
}

function codeOf(
  context: PluginContext,
  { row, short_code, owner, upload }: LinkPlace & { row: LinkRow; short_code: string },
): StoredCode {
  return newRow(
    context,
    codeResource,
    {
      name: row.name,
      short_code,
      domain: '',
      generation_type: GenerationType.selfRunEntry,
      targets: [{ url: row.url }],
      jump_type: JumpType.noSourceRedirect,
      expires_at: row.expires_at as never,
      remark: row.remark,
      is_link: true,
      upload,
      upload_line: row.line,
    },
    { owner },
  );
}

/** Why codes cannot be had, by code; the look-ups are few, however many lines there are. */
export async function codeFaults(
  context: PluginContext,
  codes: readonly string[],
  session: Session,
): Promise<Map<string, LinkFault>> {
  const faults = new Map<string, LinkFault>();
  const taken = (await context
    .model(codeResource)
    .find({ domain: '', short_code: { $in: codes } } as never, { short_code: 1 } as never)
    .session(session)
    .lean()) as unknown as { short_code: string }[];
  for (const code of await retiredAmong(context, { domain: '', codes }, session)) faults.set(code, 'retired');
  for (const { short_code } of taken) faults.set(short_code, 'taken');
  for (const code of codes) if (await context.visits.isReserved(code)) faults.set(code, 'reserved');
  return faults;
}
