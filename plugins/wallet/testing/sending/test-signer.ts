import type { TronWeb as TronWebClass } from 'tronweb';
import { readXpub } from '../../chain/addresses/xpub.ts';
import { signerErrors } from '../../signing/errors.ts';
import type {
  KeyFacts,
  SignedTransaction,
  Signer,
  SigningKey,
  SigningLimits,
  SigningRequest,
} from '../../signing/signer.ts';

const { TronWeb } = require('tronweb') as { TronWeb: typeof TronWebClass };

/** Words that everybody knows, whose extended key the tests' deposits come from. */
const WORDS = `${'test '.repeat(11)}junk`;
const PATH = "m/44'/195'/0'/0";
const REPLACED_AFTER_MS = 60 * 60_000;
const MOST_SIGNED = 5;

/** Id of the key of those words. */
export const SEED_KEY = 'seed';
/** Two single accounts. */
export const HOUSE_KEY = 'house';
export const FEE_KEY = 'fees';

interface Account {
  address: string;
  privateKey: string;
}
const derived = new Map<number, Account>();
/** An account of the words. */
export function accountAt(index: number): Account {
  const known = derived.get(index);
  if (known !== undefined) return known;
  const { address, privateKey } = TronWeb.fromMnemonic(WORDS, `${PATH}/${index}`);
  const account = { address, privateKey: privateKey.replace(/^0x/, '') };
  derived.set(index, account);
  return account;
}
/** Far from every deposit. */
const HOUSE = accountAt(1_000_001);
const FEES = accountAt(1_000_002);
export const PAYOUT_ACCOUNT = HOUSE.address;
export const FEE_ACCOUNT = FEES.address;
export const COLLECTION_ACCOUNT = accountAt(1_000_003).address;

export interface TestSigner extends Signer {
  /** Everything that it has signed, in order. */
  signed: { of: string; txid: string; expiration: number; purpose: string }[];
  limits: SigningLimits;
  /** What it answers to anything; undefined: it works. */
  fault: keyof typeof signerErrors | undefined;
  /** As after a restore; null: there was none. */
  restoredTime: string | null;
  isHeld: boolean;
}

/**
 * A signer within the test that really signs, with keys that everybody knows, and keeps what the real one keeps: it is a process of its
 * own and loses nothing when the server ends.
 */
export function createTestSigner({
  xpub,
  contract,
  now,
}: {
  xpub: string;
  contract: string;
  now: () => number;
}): TestSigner {
  const answers = new Map<string, SignedTransaction>();
  const facts = (id: string, { address }: Account, key: Partial<KeyFacts>): KeyFacts => ({
    id,
    kind: 'private_key',
    address,
    address_hex: TronWeb.address.toHex(address),
    public_key: '',
    xpub: '',
    create_time: new Date(0).toISOString(),
    remove_time: null,
    ...key,
  });
  const keys = [
    facts(SEED_KEY, accountAt(0), { kind: 'seed', xpub }),
    facts(HOUSE_KEY, HOUSE, {}),
    facts(FEE_KEY, FEES, {}),
  ];
  const accountOf = ({ key, index }: SigningKey): Account => {
    if (key === SEED_KEY) return accountAt(index ?? 0);
    if (key === HOUSE_KEY) return HOUSE;
    if (key === FEE_KEY) return FEES;
    throw signerErrors.key_unknown.create();
  };
  const unused = (): never => {
    throw new TypeError('no test asks for it');
  };
  const signer: TestSigner = {
    signed: [],
    fault: undefined,
    restoredTime: null,
    isHeld: false,
    limits: {
      network: 'nile',
      contract,
      single: '1000000000',
      daily: '1000000000000',
      two_above: '1000000000',
      fee_limit: '100000000',
      fund_single: '50000000',
      fund_run: '100000000000',
      fund_daily: '1000000000000',
      collect_to: COLLECTION_ACCOUNT,
      receivers: [],
    },
    status: async () => {
      if (signer.fault === 'signer_away') return { state: 'away' };
      const common = { head: '', trusted: [], offered: [], seal_to: '' };
      const restored = { restored_time: signer.restoredTime, is_held: signer.isHeld };
      return { state: 'open', keys, limits: signer.limits, ...common, ...restored };
    },
    makeKey: unused,
    importKey: unused,
    importPublic: unused,
    removeKey: unused,
    offerApprover: unused,
    async sign(request) {
      const { purpose, raw_data_hex, from } = request;
      const of = purpose === 'payout' ? request.withdrawal : request.run;
      const known = answers.get(`${of}/${raw_data_hex}`);
      if (known !== undefined) return known;
      if (signer.fault !== undefined) throw signerErrors[signer.fault].create();
      const transaction = readRaw(raw_data_hex);
      const { expiration } = transaction.raw_data;
      if (purpose === 'payout') checkReplaced(signer, request, now());
      const { privateKey } = accountOf(from);
      const signed = await new TronWeb({ fullHost: 'http://chain.invalid' }).trx.sign(
        transaction as never,
        privateKey,
      );
      const [signature = ''] = (signed as unknown as { signature: string[] }).signature;
      const answer = { txid: transaction.txID, raw_data_hex, signature, expiration };
      answers.set(`${of}/${raw_data_hex}`, answer);
      signer.signed.push({ of, txid: transaction.txID, expiration, purpose });
      return answer;
    },
  };
  if ('fault' in readXpub(xpub)) throw new TypeError('no extended key');
  return signer;
}

function checkReplaced(
  signer: TestSigner,
  { withdrawal, replaces }: Extract<SigningRequest, { purpose: 'payout' }>,
  now: number,
): void {
  const before = signer.signed.filter(({ of }) => of === withdrawal);
  const last = before.at(-1);
  const isFree = last !== undefined && now > last.expiration + REPLACED_AFTER_MS;
  if (last === undefined ? replaces !== undefined : replaces !== last.txid || !isFree)
    throw signerErrors.approval_used.create();
  if (before.length >= MOST_SIGNED) throw signerErrors.approval_used.create();
}

interface Raw {
  txID: string;
  raw_data_hex: string;
  raw_data: { expiration: number };
}

/** What the bytes say, as tronweb reads them. */
function readRaw(hex: string): Raw {
  const { utils } = require('tronweb') as typeof import('tronweb');
  const type = hex.includes(Buffer.from('protocol.TransferContract').toString('hex'))
    ? 'TransferContract'
    : 'TriggerSmartContract';
  const raw_data = utils.deserializeTx.deserializeTransaction(type, hex) as { expiration: number };
  const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
  const txID = utils.ethersUtils.sha256(bytes).replace(/^0x/, '');
  return { txID, raw_data_hex: hex, raw_data };
}
