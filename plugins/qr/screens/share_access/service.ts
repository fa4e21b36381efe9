import { createHash } from 'node:crypto';
import type { BodyOf } from '@waypost/contract';
import type { PluginContext, RequestContext } from '@waypost/sdk';
import { qrErrors } from '../../codes/errors.ts';
import { isOwnerActive } from '../../codes/is-owner-active.ts';
import type { StoredCode } from '../../codes/link.ts';
import { codeResource } from '../qr_code_list/resource.ts';
import type { SharedStatistics, shareAccessCall } from './calls.ts';
import { hourIn, lastDay } from './last-day.ts';
import { createShareLock } from './share-lock.ts';

/** Seconds that a token works after its last use. */
const TOKEN_SECONDS = 600;
const TOKEN_BYTES = 32;
/** An open page asks every five seconds; when somebody looked last is written this often. */
const VIEW_INTERVAL_MS = 60_000;

interface TokenDocument {
  _id: string;
  code: string;
  /** Changes with the share password, so that a new password ends what the old one opened. */
  mark: string;
  expires_at: Date;
}

/** The store sees tokens and marks as hashes only. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Makes the function behind `share_access`. Every refusal is `qr.share_refused` 403, whatever was wrong. */
export function createShareAccess(context: PluginContext) {
  const lock = createShareLock(context);
  const tokens = context.collection<TokenDocument>({
    name: 'share_token',
    fields: { _id: String, code: String, mark: String, expires_at: Date },
    indexes: [{ keys: { expires_at: 1 }, expireAfterSeconds: 0 }],
  });
  const expiry = () => new Date(context.clock.now() + TOKEN_SECONDS * 1000);

  async function codeOfPassword(
    file_name: string,
    password: string,
    request: RequestContext,
  ): Promise<StoredCode> {
    const attempt = await lock.enter(file_name, request.address);
    const code = await context
      .model(codeResource)
      .findOne({ share_key: file_name, remove_time: null })
      .lean();
    // An unknown name takes as long as a wrong password.
    const hash = code ? String(code.share_password_hash) : undefined;
    const isRight = await attempt.look(() => context.passwords.verify(password, hash, request));
    if (!code || !isRight || !(await isOwnerActive(context, code.owner)))
      throw qrErrors.shareRefused.create();
    await attempt.passed();
    return code;
  }

  async function codeOfToken(token: string): Promise<StoredCode> {
    const _id = digest(token);
    const known = await tokens
      .findOneAndUpdate(
        { _id, expires_at: { $gt: context.clock.date() } },
        { $set: { expires_at: expiry() } },
      )
      .lean();
    if (!known) throw qrErrors.shareRefused.create();
    const code = await context
      .model(codeResource)
      .findOne({ _id: known.code, remove_time: null, is_shared: true })
      .lean();
    if (!code || digest(String(code.share_password_hash)) !== known.mark) {
      await tokens.deleteOne({ _id });
      throw qrErrors.shareRefused.create();
    }
    if (!(await isOwnerActive(context, code.owner))) throw qrErrors.shareRefused.create();
    return code;
  }

  async function newToken(code: StoredCode): Promise<string> {
    const token = Buffer.from(context.random.bytes(TOKEN_BYTES)).toString('base64url');
    const mark = digest(String(code.share_password_hash));
    await tokens.create({ _id: digest(token), code: String(code._id), mark, expires_at: expiry() });
    return token;
  }

  return async function shareAccess(
    body: BodyOf<typeof shareAccessCall>,
    request: RequestContext,
  ): Promise<SharedStatistics> {
    const { token, file_name, password } = body;
    if (token) return shown(await codeOfToken(token), token);
    if (!file_name || !password) throw qrErrors.shareRefused.create();
    const code = await codeOfPassword(file_name, password, request);
    return shown(code, await newToken(code));
  };

  async function shown(code: StoredCode, token: string): Promise<SharedStatistics> {
    const [statistics] = await Promise.all([statisticsOf(code, token), noteView(code)]);
    return statistics;
  }

  /** Tells the owner that somebody looks. As a visit does, it leaves version and time of change alone. */
  async function noteView(code: StoredCode): Promise<void> {
    const last = code.share_view_time?.getTime() ?? 0;
    if (context.clock.now() - last < VIEW_INTERVAL_MS) return;
    await context
      .model(codeResource)
      .updateOne(
        { _id: String(code._id), share_password_hash: code.share_password_hash },
        { $set: { share_view_time: context.clock.date() } },
        { timestamps: false },
      );
  }

  async function statisticsOf(code: StoredCode, token: string): Promise<SharedStatistics> {
    const id = String(code._id);
    const { timeZone } = context.platform;
    const [totals, today] = await Promise.all([
      context.visits.totals([id]),
      context.visits.today({ link: id }),
    ]);
    const { view_number = 0, ip_view_number = 0 } = totals.get(id) ?? {};
    return {
      name: code.name,
      id,
      view_number,
      ip_view_number,
      hours: lastDay(today, hourIn(timeZone, context.clock.now())),
      time_zone: timeZone,
      token,
      expires_in: TOKEN_SECONDS,
    };
  }
}
