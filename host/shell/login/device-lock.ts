import { fromBase64Url, toBase64Url } from '@waypost/host-sdk/light';

/** Names the passkey that locks a remembered password, and what it is asked for. Neither opens anything by itself. */
export interface Lock {
  /** Id of the credential, base64url. */
  credential: string;
  /** 32 random bytes that the authenticator makes the secret from, base64url. */
  salt: string;
}

/** What the key of a remembered password is made for. */
const INFO = new TextEncoder().encode('waypost/v1/remembered/password');
/** How long a person may take to show their face or finger, milliseconds. */
const PATIENCE_MS = 60_000;
/** ES256 and RS256 (IANA COSE): what authenticators of phones and computers know. */
const ALGORITHMS = [-7, -257];

/**
 * Whether this device can lock something by its owner's face, finger or PIN. Passkeys belong to a domain, so that an
 * installation that is reached by an address has none.
 */
export async function canLock(): Promise<boolean> {
  if (typeof PublicKeyCredential !== 'function' || isAddress(location.hostname)) return false;
  const capabilities = await PublicKeyCredential.getClientCapabilities?.();
  if (capabilities?.['extension:prf'] === false) return false;
  return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
}

function isAddress(host: string): boolean {
  return /^[\d.]+$/.test(host) || host.startsWith('[');
}

/**
 * Makes a passkey of this device and the key that it unlocks; undefined when the authenticator has no secrets to give.
 * @throws DOMException when the person does not want it
 */
export async function makeLock(account: string): Promise<{ lock: Lock; key: CryptoKey } | undefined> {
  const salt = random(32);
  const made = (await navigator.credentials.create({
    publicKey: {
      challenge: random(32),
      rp: { name: location.hostname },
      // One passkey an account: the next one takes the place of this.
      user: { id: await digest(account), name: account, displayName: account },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: {
        authenticatorAttachment: 'platform',
        residentKey: 'discouraged',
        userVerification: 'required',
      },
      extensions: { prf: { eval: { first: salt } } },
      timeout: PATIENCE_MS,
    },
  })) as PublicKeyCredential | null;
  const prf = made?.getClientExtensionResults().prf;
  if (!made || !prf?.enabled) return undefined;
  const lock = { credential: toBase64Url(new Uint8Array(made.rawId)), salt: toBase64Url(salt) };
  // Some give the secret when the passkey is made, others only when it is used.
  const secret = prf.results?.first ?? (await askFor(lock));
  return secret && { lock, key: await keyOf(secret, salt) };
}

/** The key behind a lock. @throws DOMException when the person or the device refuses */
export async function openLock(lock: Lock): Promise<CryptoKey | undefined> {
  const secret = await askFor(lock);
  return secret && keyOf(secret, bytes(lock.salt));
}

async function askFor({ credential, salt }: Lock): Promise<BufferSource | undefined> {
  const used = (await navigator.credentials.get({
    publicKey: {
      challenge: random(32),
      allowCredentials: [{ type: 'public-key', id: bytes(credential) }],
      userVerification: 'required',
      extensions: { prf: { eval: { first: bytes(salt) } } },
      timeout: PATIENCE_MS,
    },
  })) as PublicKeyCredential | null;
  return used?.getClientExtensionResults().prf?.results?.first;
}

async function keyOf(secret: BufferSource, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: INFO },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

async function digest(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const bytes = (text: string) => new Uint8Array(fromBase64Url(text));
