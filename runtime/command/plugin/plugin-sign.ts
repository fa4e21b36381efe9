import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { makeSigningKey, openArchive, signArchive } from '../../package/index.ts';
import { type Command, UsageError } from '../command.ts';
import { readNamedFile, writeNamedFile } from './plugin-archive-file.ts';

export const pluginSign: Command = {
  name: 'plugin sign',
  summary: 'Signs an archive with an Ed25519 key',
  operands: [{ name: 'ARCHIVE', summary: 'made by "plugin pack"' }],
  options: {
    key: { type: 'string', value: 'FILE', summary: 'the private key, PEM', isRequired: true },
    output: { type: 'string', value: 'FILE', summary: 'the signed archive; default: ARCHIVE is replaced' },
  },
  async run({ operands, values }) {
    const [name = ''] = operands;
    const pem = new TextDecoder().decode(await readNamedFile(String(values.key)));
    const signed = await signArchive(await readNamedFile(name), pem);
    const { manifest, signature, sha256 } = await openArchive(signed);
    const file = await writeNamedFile(String(values.output ?? name), signed);
    return {
      value: { id: manifest.id, version: manifest.version, file, sha256, ...signature },
      lines: [`${manifest.id} ${manifest.version} signed with key ${signature?.keyId}`, file],
    };
  },
};

export const pluginKeygen: Command = {
  name: 'plugin keygen',
  summary: 'Makes a key pair to sign plugins with',
  operands: [{ name: 'FILE', summary: 'where the private key is written; it must not exist' }],
  options: {},
  async run({ operands }) {
    const file = resolve(operands[0] ?? '');
    const { privateKeyPem, publicKey, keyId } = makeSigningKey();
    try {
      const handle = await open(file, 'wx', 0o600);
      await handle.writeFile(privateKeyPem);
      await handle.close();
    } catch (cause) {
      throw new UsageError(`${file} cannot be written, or is there already.`, { cause });
    }
    return {
      value: { file, key: publicKey, keyId },
      lines: [
        `Private key: ${file} (keep it secret)`,
        `Public key ${keyId}, for PLUGIN_TRUSTED_KEYS: ${publicKey}`,
      ],
    };
  },
};
