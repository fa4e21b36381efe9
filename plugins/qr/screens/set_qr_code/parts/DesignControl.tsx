import { Radio, Select } from '@arco-design/web-react';
import { type ControlProps, useWords } from '@waypost/host-sdk';
import { type ReactNode, useId, useRef } from 'react';
import { faintColour } from '../../qr_code_list/design/colours.ts';
import {
  type Design,
  ERROR_LEVELS,
  FINDER_SHAPES,
  MODULE_SHAPES,
  PLAIN_DESIGN,
  QUIET_ZONE,
} from '../../qr_code_list/design/values.ts';
import styles from './design-control.module.css';
import { LogoControl } from './LogoControl.tsx';

const COLOURS = ['foreground', 'finder', 'background'] as const;
const SHAPES = { module_shape: MODULE_SHAPES, finder_shape: FINDER_SHAPES } as const;

/** The look of a code's picture: colours, shapes, logo, error level and quiet zone. The preview follows at once. */
export function DesignControl(control: ControlProps<Design | null>) {
  const words = useWords();
  const design = control.value ?? PLAIN_DESIGN;
  // A logo arrives later than it was chosen: it must join what has been changed since.
  const latest = useRef(design);
  latest.current = design;
  const change = (part: Partial<Design>) => {
    const next = { ...latest.current, ...part };
    const isPlain = Object.entries(PLAIN_DESIGN).every(
      ([name, value]) => next[name as keyof Design] === value,
    );
    control.onChange(isPlain ? null : next);
  };
  const faint = faintColour(design);
  return (
    <fieldset className={styles.design} aria-label={control.label} disabled={control.isDisabled}>
      <div className={styles.row}>
        {COLOURS.map((name) => (
          <Labelled key={name} label={words(`qr.design.${name}`)}>
            {(id) => (
              <input
                id={id}
                className={styles.colour}
                type="color"
                value={design[name]}
                onChange={(event) => change({ [name]: event.target.value })}
              />
            )}
          </Labelled>
        ))}
      </div>
      {faint ? (
        <p className={styles.problem} role="status">
          {words('qr.fault.design_contrast')}
        </p>
      ) : null}
      {(['module_shape', 'finder_shape'] as const).map((name) => (
        <Labelled key={name} label={words(`qr.design.${name}`)} isGroup>
          {(id) => (
            <Radio.Group
              type="button"
              aria-labelledby={id}
              name={id}
              value={design[name]}
              onChange={(value: Design[typeof name]) => change({ [name]: value })}
            >
              {SHAPES[name].map((shape) => (
                <Radio key={shape} value={shape}>
                  {words(`qr.design.shape.${shape}`)}
                </Radio>
              ))}
            </Radio.Group>
          )}
        </Labelled>
      ))}
      <LogoControl design={design} onChange={change} />
      <div className={styles.row}>
        <Labelled label={words('qr.code.picture.error_level')}>
          {(id) => (
            <Select
              id={id}
              className={styles.select ?? ''}
              aria-label={words('qr.code.picture.error_level')}
              value={design.error_level}
              onChange={(error_level: Design['error_level']) => change({ error_level })}
              options={ERROR_LEVELS.map((level) => ({
                value: level,
                label: words(`qr.code.picture.error_level.${level}`),
              }))}
            />
          )}
        </Labelled>
        <Labelled label={words('qr.design.quiet_zone', { count: design.quiet_zone })}>
          {(id) => (
            <input
              id={id}
              type="range"
              className={styles.slider}
              min={QUIET_ZONE.min}
              max={QUIET_ZONE.max}
              value={design.quiet_zone}
              onChange={(event) => change({ quiet_zone: event.target.valueAsNumber })}
            />
          )}
        </Labelled>
      </div>
    </fieldset>
  );
}

/** A label above one control; `isGroup`: the control is several elements that the label names together. */
function Labelled(props: { label: string; isGroup?: boolean; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={styles.labelled}>
      {props.isGroup ? (
        <span id={id} className={styles.label}>
          {props.label}
        </span>
      ) : (
        <label htmlFor={id} className={styles.label}>
          {props.label}
        </label>
      )}
      {props.children(id)}
    </div>
  );
}
