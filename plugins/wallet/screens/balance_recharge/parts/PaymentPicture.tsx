import type { Payment } from '../../../chain/orders/values.ts';
import styles from './recharge.module.css';

/** Dots of margin that readers need around a code. */
const QUIET_ZONE = 4;

/** The address as a picture to scan; dark on white in both themes, as readers want it. */
export function PaymentPicture({
  picture,
  label,
}: {
  picture: NonNullable<Payment['picture']>;
  label: string;
}) {
  const edge = picture.size + 2 * QUIET_ZONE;
  return (
    <svg
      className={styles.picture}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${edge} ${edge}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={edge} height={edge} fill="#ffffff" />
      <path d={picture.path} fill="#000000" />
    </svg>
  );
}
