/** Exit code by which a process says that starting it again would not help: `EX_CONFIG` of sysexits.h. */
export const CONFIGURATION_FAULT = 78;

/** The code with which a process ends that cannot start: a launcher must not try again, a shell expects 1. */
export function startFaultCode(environment: Readonly<Record<string, string | undefined>>): number {
  return environment.WAYPOST_SUPERVISED === '1' ? CONFIGURATION_FAULT : 1;
}
