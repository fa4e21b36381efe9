import type { Sealed } from '@waypost/contract';
import {
  newVersion,
  type PluginContext,
  type Random,
  requireRow,
  type Session,
  type SignedRequest,
} from '@waypost/sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { knownBy } from './history/known-by.ts';
import type { StoredCode } from './link.ts';
import { refuseTakenFileName } from './new-code.ts';
import { codeScope } from './scope.ts';
import { createShareFields, type ShareFields } from './share-password.ts';
import { generateShortCode } from './short-code.ts';

/** A code's own name, then names with an ending of four letters: with 62^4 of them even one second try is rare. */
const NAME_ATTEMPTS = 10;
const ENDING_LENGTH = 4;

/** What an owner does with the shared page of a code beyond its form: to begin and to end it in one step. */
export function createSharing(context: PluginContext) {
  const share = createShareFields(context);
  const model = context.model(codeResource);

  async function change(
    id: string,
    request: SignedRequest,
    fieldsOf: (before: StoredCode, session: Session) => Promise<Partial<StoredCode> & ShareFields>,
  ): Promise<{ id: string; version: number; file_name: string }> {
    const { before, after } = await context.transaction(async (session) => {
      const filter = { ...codeScope(request), _id: id, remove_time: null };
      const before = await requireRow(model.findOne(filter).session(session).lean());
      const fields = await fieldsOf(before, session);
      await model.updateOne(filter, newVersion(context, { ...fields }), { session, timestamps: false });
      const after = { ...before, ...fields };
      await context.audit(
        {
          type: 'qr.code.update',
          target: id,
          before: { ...knownBy(before), ...sharingOf(before) },
          after: sharingOf(after),
          request,
        },
        session,
      );
      return { before, after };
    });
    return { id, version: before.version + 1, file_name: after.file_name };
  }

  return {
    /**
     * Shares a code under a new password; whoever had the old one is out. A code without a share name gets one.
     * Errors: `not_found` 404, `qr.share_name_taken` and `qr.file_name_taken` 409, 422 at `share_password`.
     */
    async start(
      {
        id,
        file_name,
        share_password,
      }: { id: string; file_name?: string | undefined; share_password: Sealed },
      request: SignedRequest,
    ) {
      await share.prepare(share_password, 'start_sharing', request);
      return change(id, request, async (before, session) => {
        const name = file_name ?? (await freeShareName(context, before, session));
        await refuseTakenFileName(context, {
          file_name: name,
          owner: String(before.owner),
          except: id,
          session,
        });
        const fields = await share.fields({ file_name: name, share_password }, { before, session });
        return { file_name: name, ...fields };
      });
    },

    /** Ends the sharing at once, open pages included. The share name stays: the visitor enquiry knows the code by it. */
    stop: ({ id }: { id: string }, request: SignedRequest) =>
      change(id, request, async () => ({
        is_shared: false,
        share_key: '',
        share_password_hash: '',
        share_set_time: null,
      })),
  };
}

const sharingOf = ({ is_shared, file_name, share_set_time = null }: StoredCode) => ({
  is_shared,
  file_name,
  share_set_time,
});

/** The name that a code has, its short code, or one with an ending, whichever nobody else shares under. */
async function freeShareName(context: PluginContext, code: StoredCode, session: Session): Promise<string> {
  const id = String(code._id);
  const wish = code.file_name === '' ? code.short_code : code.file_name;
  for (let attempt = 0; attempt < NAME_ATTEMPTS; attempt += 1) {
    const name = attempt === 0 ? wish.slice(0, 64) : `${wish.slice(0, 59)}-${ending(context.random)}`;
    const other = await context
      .model(codeResource)
      .findOne(
        {
          _id: { $ne: id },
          $or: [{ share_key: name }, { owner: String(code.owner), file_name: name }],
        },
        { _id: 1 },
      )
      .session(session)
      .lean();
    if (!other) return name;
  }
  throw new Error(`no share name is free for code ${id}`);
}

const ending = (random: Random): string => generateShortCode(random).slice(0, ENDING_LENGTH);
