import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestCertificate {
  key: string;
  /** Of the server, in PEM. */
  certificate: string;
}

export interface TestAuthority {
  /** Of the authority itself, in PEM. */
  certificate: string;
  /** @param days until it ends, from now; a negative number for one that has ended */
  issue(names: readonly string[], days: number): TestCertificate;
  /** Removes its files. */
  close(): void;
}

/** An authority that nobody trusts but who is told to. Needs the command `openssl`. */
export function createAuthority(): TestAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-authority-'));
  const file = (name: string) => join(folder, name);
  const run = (...options: string[]) => {
    const { exitCode, stderr } = Bun.spawnSync(['openssl', ...options], { cwd: folder });
    if (exitCode !== 0) throw new Error(`openssl ${options[0]} ended with ${exitCode}: ${stderr}`);
  };
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const ofAuthority = ['-days', '2', '-addext', 'basicConstraints=critical,CA:TRUE'];
  run(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-subj',
    '/CN=Waypost test root',
    ...ofAuthority,
  );
  let issued = 0;
  return {
    certificate: readFileSync(file('ca.pem'), 'utf8'),
    issue(names, days) {
      issued += 1;
      const own = `server${issued}`;
      const alternatives = names.map((name) => (/^[\d.]+$/.test(name) ? `IP:${name}` : `DNS:${name}`));
      writeFileSync(
        file(`${own}.ext`),
        `subjectAltName=${alternatives.join(',')}\nbasicConstraints=CA:FALSE\n`,
      );
      run('req', ...newKey, '-keyout', `${own}.key`, '-out', `${own}.csr`, '-subj', `/CN=${names[0]}`);
      const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', `${own}.ext`];
      run('x509', '-req', '-in', `${own}.csr`, ...by, '-days', String(days), '-out', `${own}.pem`);
      return {
        key: readFileSync(file(`${own}.key`), 'utf8'),
        certificate: readFileSync(file(`${own}.pem`), 'utf8'),
      };
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
