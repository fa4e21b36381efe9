import { GenerationType, JumpType } from '@waypost/contract';
import { newRow, type PluginContext, type Session } from '@waypost/sdk';
import { isOwnerPaused } from '../../limits/paused-owners.ts';
import { requireCodeRoom } from '../../limits/room.ts';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { meetAlike, spelled } from '../alike-codes.ts';
import { codeFaults, drawnTwice, withFreshCodes } from '../free-codes.ts';
import type { StoredCode } from '../link.ts';
import { publishCodes } from '../publish-codes.ts';
import { generateShortCode } from '../short-code.ts';
import type { LinkFault, LinkRow } from './link-row.ts';

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
export const makeLinks = (
  context: PluginContext,
  rows: readonly LinkRow[],
  place: LinkPlace,
): Promise<MadeLink[]> => withFreshCodes(context, (session) => makeOnce(context, rows, place, session));

async function makeOnce(
  context: PluginContext,
  rows: readonly LinkRow[],
  { owner, upload }: LinkPlace,
  session: Session,
): Promise<MadeLink[]> {
  const model = context.model(codeResource);
  const there = await model
    .find(
      { upload, upload_line: { $in: rows.map(({ line }) => line) } },
      {
        short_code: 1,
        upload_line: 1,
      },
    )
    .session(session)
    .lean();
  const before = new Map(there.map((code) => [code.upload_line, code.short_code]));
  const chosen = rows.filter(({ short_code }) => short_code !== '');
  await meetAlike(context, { hosts: [''], codes: chosen }, session);
  const wished = rows.map((row) => row.short_code || generateShortCode(context.random));
  const faults = new Map<string, LinkFault>(await codeFaults(context, { codes: wished }, session));
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
    const is_paused = await isOwnerPaused(context, owner, session);
    await model.insertMany(
      codes.map((code) => ({ ...code, is_paused })),
      { session, lean: true },
    );
    await requireCodeRoom(context, [owner], session);
    await publishCodes(
      context,
      codes.map((code) => ({ ...code, is_paused })),
      session,
    );
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
      ...spelled(short_code),
      domain: '',
      generation_type: GenerationType.selfRunEntry,
      targets: [{ url: row.url }],
      jump_type: JumpType.noSourceRedirect,
      expires_at: row.expires_at,
      remark: row.remark,
      is_link: true,
      upload,
      upload_line: row.line,
    },
    { owner },
  );
}
