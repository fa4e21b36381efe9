import { useWords } from '@waypost/host-sdk';
import type { Design } from '../../../codes/design/values.ts';
import styles from './brand.module.css';

/** What a brand consists of: its colours, each once, and its logo. */
export function DesignSwatches({ design }: { design: Design }) {
  const words = useWords();
  const { foreground, gradient, finder, background, frame, logo } = design;
  const colours = [
    ...new Set([
      foreground,
      ...(gradient ? [gradient.to] : []),
      finder,
      background,
      ...(frame ? [frame.colour] : []),
    ]),
  ];
  return (
    <span className={styles.swatches}>
      {colours.map((colour) => (
        <span key={colour} className={styles.swatch} style={{ background: colour }} title={colour} />
      ))}
      {logo === null ? null : (
        <img className={styles.logo} src={`data:image/png;base64,${logo}`} alt={words('qr.design.logo')} />
      )}
    </span>
  );
}
