import { errors, YesNo, zRegistration } from '@waypost/contract';
import type { RequestContext } from '@waypost/sdk';
import type { AuditLog } from '../audit/audit-log.ts';
import type { AccountDocument, Collections } from '../collections.ts';
import { networkId } from '../credentials/lock-out.ts';
import { registrationClosed } from '../errors.ts';
import type { Roles } from '../roles/roles.ts';
import type { PlatformSettingsStore } from '../settings/platform-settings.ts';
import type { Accounts } from './accounts.ts';
import type { Sessions } from './sessions.ts';

/** Customers make their own accounts. Errors of `register`: `registration_closed` 403, `maintenance` 503, `invalid_input` 422, `duplicate` 409. */
export function createRegistration(options: {
  collections: Collections;
  accounts: Accounts;
  sessions: Sessions;
  platform: PlatformSettingsStore;
  roles: Pick<Roles, 'registrationRole'>;
  audit: AuditLog;
}) {
  const { accounts } = options.collections;

  const whoInvites = (code: string) =>
    accounts.findOne({ invitation_code: code.toLowerCase(), remove_time: null, disabled: YesNo.no });

  async function superiorOf(code: string | undefined): Promise<string | undefined> {
    if (!code) return undefined;
    const found = await whoInvites(code);
    if (found) return found._id;
    throw errors.invalidInput.create({}, { errors: [{ path: 'code', message: 'error.invitation_unknown' }] });
  }

  async function register(
    input: { account: string; password: string; code?: string | undefined },
    request: RequestContext,
  ): Promise<{ token: string; account: AccountDocument }> {
    const { allow_registration, maintenance, share_ratio } = await options.platform.read();
    if (maintenance === YesNo.yes) throw errors.maintenance.create();
    if (allow_registration === YesNo.no) throw registrationClosed.create();
    const checked = zRegistration.safeParse({ ...input, repeat: input.password });
    if (!checked.success)
      throw errors.invalidInput.create(
        {},
        { errors: checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) },
      );
    const superior = await superiorOf(input.code);
    const { account, password } = checked.data;
    const { id } = await options.accounts.create({
      account,
      password,
      role: { id: await options.roles.registrationRole() },
      superior,
      shareRatio: share_ratio,
      source: superior === undefined ? 'registration' : 'invitation',
      address: request.address,
    });
    // The network that an account was made from stays open to it when others are locked out.
    await accounts.updateOne({ _id: id }, { $set: { known_networks: [networkId(request.address)] } });
    await options.audit.record({
      type: 'system.account.registered',
      plugin: 'system',
      target: id,
      after: { account, superior: superior ?? null },
      request,
    });
    if (request.caller?.via === 'session') await options.sessions.end(request.caller.credential);
    const token = await options.sessions.create(id, request);
    const made = await accounts.findOne({ _id: id });
    if (!made) throw errors.unauthenticated.create();
    return { token, account: made };
  }

  return {
    register,
    /** Whether the code is of an account that may still invite. */
    isInvitationKnown: async (code: string): Promise<boolean> => (await whoInvites(code)) !== null,
  };
}
