import { QR_QUIET_ZONE } from '@waypost/host-sdk';

interface Picture {
  size: number;
  path: string;
}
/** Pixels of a dot: enough to be printed on a sheet. */
const DOT = 24;

/** The picture as a file that browsers and printers draw at any size. */
export function pictureSvg({ size, path }: Picture): string {
  const edge = size + 2 * QR_QUIET_ZONE;
  const box = `${-QR_QUIET_ZONE} ${-QR_QUIET_ZONE} ${edge} ${edge}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${edge * DOT}" height="${edge * DOT}" shape-rendering="crispEdges"><rect x="${-QR_QUIET_ZONE}" y="${-QR_QUIET_ZONE}" width="${edge}" height="${edge}" fill="#ffffff"/><path d="${path}" fill="#000000"/></svg>`;
}

/** The picture as a PNG, as messengers want it; undefined where the browser draws none. */
export function picturePng({ size, path }: Picture): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  const edge = (size + 2 * QR_QUIET_ZONE) * DOT;
  Object.assign(canvas, { width: edge, height: edge });
  const pen = canvas.getContext('2d');
  if (pen === null) return Promise.resolve(undefined);
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, edge, edge);
  pen.scale(DOT, DOT);
  pen.translate(QR_QUIET_ZONE, QR_QUIET_ZONE);
  pen.fillStyle = '#000000';
  pen.fill(new Path2D(path));
  return new Promise((done) => canvas.toBlob((blob) => done(blob ?? undefined), 'image/png'));
}
