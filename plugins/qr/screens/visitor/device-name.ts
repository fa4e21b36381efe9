/** Systems of computers, whose user agents name no model. */
const COMPUTERS = /^(Windows|Mac|Linux|Ubuntu|Debian|Fedora|Chrom(e|ium) OS)/;

/** The device in words: its name, a computer, or that it is not known. */
export function deviceName(
  visitor: { device: string; system: string },
  words: (key: string) => string,
): string {
  if (visitor.device !== '') return visitor.device;
  return words(COMPUTERS.test(visitor.system) ? 'qr.visit.device.computer' : 'qr.visit.device.unknown');
}
