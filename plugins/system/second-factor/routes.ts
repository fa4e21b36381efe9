import { errors, type Sealed } from '@waypost/contract';
import { drawQr, type PluginContext, type SignedRequest } from '@waypost/sdk';
import {
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  secondFactorState,
  turnOffSecondFactor,
} from './calls.ts';

/** The own second factor: set up, confirmed, renewed and switched off by the person alone. */
export function mountSecondFactor(context: PluginContext): void {
  const { identity } = context;
  const { secondFactor } = identity;

  const open = (call: string, sealed: Sealed) =>
    context.unseal(sealed, { area: 'second_factor', call, field: 'old_password' });

  context.call(secondFactorState, (_body, request) => secondFactor.state(request.caller.id));

  context.call(beginSecondFactor, async (body, request) => {
    requirePerson(request);
    const password = await open('begin', body.old_password);
    const { website_title } = await identity.platformSettings();
    const issuer = website_title || context.platform.systemTitle;
    const begun = await secondFactor.begin({ password, issuer }, request);
    return { ...begun, picture: await drawQr(begun.address) };
  });

  context.call(confirmSecondFactor, async ({ totp }, request) => {
    requirePerson(request);
    return { recovery_codes: await secondFactor.confirm(totp, request) };
  });

  context.call(renewRecoveryCodes, async (body, request) => {
    requirePerson(request);
    const password = await open('renew_codes', body.old_password);
    return {
      recovery_codes: await secondFactor.renewRecoveryCodes({ password, code: body.totp }, request),
    };
  });

  context.call(turnOffSecondFactor, async (body, request) => {
    requirePerson(request);
    const password = await open('turn_off', body.old_password);
    await secondFactor.turnOff({ password, code: body.totp }, request);
    return null;
  });
}

/** A key is for one program and one purpose: how its owner signs in is none of it. */
function requirePerson({ caller }: SignedRequest): void {
  if (caller.via === 'api_key') throw errors.forbidden.create({ permission: 'system.own_password:update' });
}
