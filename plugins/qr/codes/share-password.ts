import { errors, type Sealed } from '@waypost/contract';
import type { PluginContext, RequestContext, Session } from '@waypost/sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { qrErrors } from './errors.ts';
import { SHARE_PASSWORD_LENGTH } from './share-password-length.ts';

export interface ShareFields {
  is_shared: boolean;
  share_key: string;
  share_password_hash: string;
  /** Both left out where the password stays as it is. */
  share_view_time?: null;
  share_set_time?: Date | null;
}

/** Calls that carry a share password; it is sealed for the one that it travels with. */
type SharingCall = 'add' | 'update' | 'start_sharing';

/** Opens the sealed share password of a body once, also when the transaction around it runs again. */
export function createShareFields(context: PluginContext) {
  // A challenge opens once, and the same body object comes again with a retry.
  const hashes = new WeakMap<object, Promise<string>>();

  async function hashOf(sealed: Sealed, call: SharingCall, request: RequestContext): Promise<string> {
    const password = await context.unseal(sealed, { area: 'qr_code_list', call, field: 'share_password' });
    if (password.length < SHARE_PASSWORD_LENGTH.min || password.length > SHARE_PASSWORD_LENGTH.max)
      throw errors.invalidInput.create({}, faultAt('share_password', 'qr.fault.share_password_length'));
    return context.passwords.hash(password, request);
  }

  /** Opens and hashes ahead of the transaction: a wait for the turn to hash must not hold it open. */
  async function prepare(
    share_password: Sealed | undefined,
    call: SharingCall,
    request: RequestContext,
  ): Promise<void> {
    if (share_password === undefined || hashes.has(share_password)) return;
    const hash = hashOf(share_password, call, request);
    hashes.set(share_password, hash);
    await hash;
  }

  /**
   * What a write stores of the sharing: `before` is the row it applies to. Without a share name nothing is shared.
   * Errors: 422 at `share_password` or `file_name`, `qr.share_name_taken` 409.
   */
  async function fields(
    body: { file_name?: string | undefined; share_password?: Sealed | undefined },
    step: {
      before?: { _id: string; file_name: string; share_password_hash?: string } | undefined;
      session: Session;
    },
  ): Promise<ShareFields> {
    const { before, session } = step;
    const file_name = body.file_name ?? before?.file_name ?? '';
    const { share_password } = body;
    if (share_password && file_name === '')
      throw errors.invalidInput.create({}, faultAt('file_name', 'qr.fault.share_name_missing'));
    const given = share_password ? await hashes.get(share_password) : before?.share_password_hash;
    if (share_password && given === undefined) throw new Error('a share password was not prepared');
    const share_password_hash = file_name === '' ? '' : (given ?? '');
    const share_key = share_password_hash === '' ? '' : file_name;
    if (share_key !== '') await refuseTakenShareName(context, { share_key, session, except: before?._id });
    return {
      is_shared: share_key !== '',
      share_key,
      share_password_hash,
      // Nobody has looked with this one yet.
      ...(share_password ? { share_view_time: null, share_set_time: context.clock.date() } : {}),
      ...(share_password_hash === '' ? { share_set_time: null } : {}),
    };
  }

  return { prepare, fields };
}

async function refuseTakenShareName(
  context: PluginContext,
  wanted: { share_key: string; session: Session; except: string | undefined },
): Promise<void> {
  const { share_key, session, except } = wanted;
  const other = await context.model(codeResource).findOne({ share_key }, { _id: 1 }).session(session).lean();
  if (other && String(other._id) !== except) {
    throw qrErrors.shareNameTaken.create(
      { file_name: share_key },
      faultAt('file_name', 'qr.fault.share_name_taken'),
    );
  }
}

function faultAt(path: string, message: string) {
  return { errors: [{ path, message }] };
}
