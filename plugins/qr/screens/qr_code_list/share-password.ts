import { errors, type Sealed } from '@waypost/contract';
import type { PluginContext, Session } from '@waypost/sdk';
import { qrErrors } from './errors.ts';
import { codeResource } from './resource.ts';

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB (here in KiB) and two passes. */
export const SHARE_PASSWORD_COST = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;
const LENGTH = { min: 6, max: 128 } as const;

export interface ShareFields {
  is_shared: boolean;
  share_key: string;
  share_password_hash: string;
}

/** Opens the sealed share password of a body once, also when the transaction around it runs again. */
export function createShareFields(context: PluginContext) {
  // A challenge opens once, and the same body object comes again with a retry.
  const hashes = new WeakMap<object, Promise<string>>();

  async function hashOf(sealed: Sealed, call: 'add' | 'update'): Promise<string> {
    const password = await context.unseal(sealed, { area: 'qr_code_list', call, field: 'share_password' });
    if (password.length < LENGTH.min || password.length > LENGTH.max)
      throw errors.invalidInput.create({}, faultAt('share_password', 'qr.fault.share_password_length'));
    return Bun.password.hash(password, SHARE_PASSWORD_COST);
  }

  /**
   * What a write stores of the sharing: `before` is the row it applies to. Without a share name nothing is shared.
   * Errors: 422 at `share_password` or `file_name`, `qr.share_name_taken` 409.
   */
  return async function shareFields(
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
    if (share_password && !hashes.has(share_password))
      hashes.set(share_password, hashOf(share_password, before ? 'update' : 'add'));
    const given = share_password ? await hashes.get(share_password) : before?.share_password_hash;
    const share_password_hash = file_name === '' ? '' : (given ?? '');
    const share_key = share_password_hash === '' ? '' : file_name;
    if (share_key !== '') await refuseTakenShareName(context, { share_key, session, except: before?._id });
    return { is_shared: share_key !== '', share_key, share_password_hash };
  };
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
