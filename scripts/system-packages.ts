/**
 * Installs Debian's packages where this process may.
 * @returns whether they are installed now
 */
export function installPackages(packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !Bun.which('apt-get')) return false;
  console.log(`Installing ${packages.join(' and ')} …`);
  const run = (...command: string[]) =>
    Bun.spawnSync(command, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdout: 'ignore',
      stderr: 'inherit',
    }).exitCode === 0;
  return (
    run('apt-get', 'update', '-qq') &&
    run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages)
  );
}
