import { errors, type Sealed } from '@waypost/contract';
import type { PluginContext, Session } from '@waypost/sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { zSharePassword } from './code-passwords.ts';
import { qrErrors } from './errors.ts';
import { createSealedPasswords } from './sealed-password.ts';

export interface ShareFields {
  is_shared: boolean;
  share_key: string;
  share_password_hash: string;
  /** Both left out where the password stays as it is. */
  share_view_time?: null;
  share_set_time?: Date | null;
}

const CALLS = ['add', 'update', 'start_sharing'] as const;

/** The password of the shared page, as forms and calls set it. */
export function createShareFields(context: PluginContext) {
  const sealed = createSealedPasswords(context, {
    field: 'share_password',
    schema: zSharePassword,
    fault: 'qr.fault.share_password_length',
    calls: CALLS,
  });

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
    const given = share_password ? await sealed.hashOf(share_password) : before?.share_password_hash;
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

  return { prepare: sealed.prepare, fields };
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
