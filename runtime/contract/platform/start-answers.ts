import { z } from 'zod';
import { defineCall } from '../call.ts';
import { codeOf } from '../code-of.ts';
import { YesNo } from '../constants.ts';

/** What pages have to know of paying before anybody logs in; nothing while no plugin takes money. */
export const zPayFacts = z.object({
  /** 1: paying by a picture to scan is offered. */
  qr_code_switch: codeOf(YesNo).optional(),
});

export const payConfigInquire = defineCall({
  area: 'pay_config',
  call: 'inquire',
  body: z.strictObject({}),
  result: zPayFacts,
  access: { public: true },
  summary: 'What pages know of paying; empty while no plugin contributes it',
});

/** One that makes short addresses, by name: nothing of how it is reached. */
export const zUrlKeyPlatform = z.object({ id: z.string(), name: z.string() });

export const urlKeyPlatformInquire = defineCall({
  area: 'url_key_platform',
  call: 'inquire',
  body: z.strictObject({ data_only: z.literal(1) }),
  result: z.array(zUrlKeyPlatform),
  access: { public: true },
  summary:
    'Names of those that make short addresses, number 1 is none; empty while no plugin contributes them',
});
