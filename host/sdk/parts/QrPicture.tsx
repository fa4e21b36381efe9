import styles from './qr-picture.module.css';

/** Dots of white around a code, so that cameras find it: ISO/IEC 18004. */
export const QR_QUIET_ZONE = 4;

export interface QrPictureProps {
  /** As `drawQr` of the server answers it. */
  picture: { size: number; path: string };
  /** What it is, for whoever does not see it. */
  label: string;
  /** Side in CSS pixels; it is smaller where there is less room. */
  side?: number;
}

/** A QR code to scan off the screen; dark on white in both themes, as readers want it. */
export function QrPicture({ picture: { size, path }, label, side = 208 }: QrPictureProps) {
  const edge = size + 2 * QR_QUIET_ZONE;
  return (
    <svg
      className={styles.picture}
      width={side}
      height={side}
      viewBox={`${-QR_QUIET_ZONE} ${-QR_QUIET_ZONE} ${edge} ${edge}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect x={-QR_QUIET_ZONE} y={-QR_QUIET_ZONE} width={edge} height={edge} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}
