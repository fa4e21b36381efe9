import { requestedCapabilities } from '@waypost/contract';
import { checkRelease } from '@waypost/sdk/conformance/release';
import { openArchive, refuseReservedId, trustedBy } from '../../package/index.ts';
import type { Command } from '../command.ts';
import { readNamedFile } from './plugin-archive-file.ts';

export const pluginVerify: Command = {
  name: 'plugin verify',
  summary:
    'Checks an archive: integrity, signature and the rules that every plugin follows; runs nothing of it',
  operands: [{ name: 'ARCHIVE', summary: 'made by "plugin pack"' }],
  options: {},
  async run({ operands, environment }) {
    const archive = await openArchive(await readNamedFile(operands[0] ?? ''));
    const { manifest, signature, sha256, size, files } = archive;
    refuseReservedId(manifest);
    const faults = checkRelease(files);
    const isTrusted = trustedBy(signature, environment.pluginTrustedKeys);
    const capabilities = requestedCapabilities(manifest);
    return {
      value: {
        id: manifest.id,
        version: manifest.version,
        sha256,
        size,
        capabilities,
        key: signature?.key ?? null,
        keyId: signature?.keyId ?? null,
        trusted: isTrusted,
        faults,
      },
      lines: [
        `${manifest.id} ${manifest.version}, sha256 ${sha256}`,
        `asks for: ${capabilities.length > 0 ? capabilities.join(', ') : 'nothing'}`,
        signature === undefined
          ? 'not signed'
          : `signed with key ${signature.keyId}, which is ${isTrusted ? '' : 'not '}among PLUGIN_TRUSTED_KEYS`,
        ...faults.map(({ rule, path, message }) => `FAIL ${rule}: ${path} ${message}`),
        ...(faults.length === 0 ? ['ok   follows the rules'] : []),
      ],
      hasFailed: faults.length > 0,
    };
  },
};
