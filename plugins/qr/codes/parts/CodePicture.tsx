import { useWords } from '@waypost/host-sdk';
import { useMemo } from 'react';
import { drawDesignSvg } from '../design/draw-design-svg.ts';
import type { Design } from '../design/values.ts';
import { drawSvg, type SvgStyle } from '../draw-svg.ts';
import styles from './code-picture.module.css';

export interface CodePictureProps {
  /** What the picture encodes. */
  address: string;
  /** What the picture is called where it is a sample; otherwise what it encodes. */
  name?: string | undefined;
  /** Side in CSS pixels. */
  size: number;
  style?: SvgStyle;
  /** Look that was chosen for the code; it has its own error level and quiet zone. */
  design?: Design | null | undefined;
  /** Beside a text that names the code the picture says nothing new. */
  isDecorative?: boolean;
}

/** The QR picture of an address, drawn here so that it follows typing at once. White in both themes: phones need it. */
export function CodePicture({
  address,
  name = address,
  size,
  style,
  design,
  isDecorative = false,
}: CodePictureProps) {
  const words = useWords();
  const { error_level, quiet_zone } = style ?? {};
  const source = useMemo(
    () =>
      `data:image/svg+xml,${encodeURIComponent(
        design ? drawDesignSvg(address, design, size) : drawSvg(address, { error_level, quiet_zone }),
      )}`,
    [address, design, size, error_level, quiet_zone],
  );
  return (
    <img
      className={styles.picture}
      src={source}
      width={size}
      height={size}
      alt={isDecorative ? '' : words('qr.code.picture.alt', { address: name })}
    />
  );
}
