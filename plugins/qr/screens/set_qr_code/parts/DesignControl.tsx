import { Select } from '@arco-design/web-react';
import { type ControlProps, useForm, useFormat, useWords } from '@waypost/host-sdk';
import { useId, useRef } from 'react';
import { contrastOf, faintColour } from '../../../codes/design/colours.ts';
import { PresetPicker } from '../../../codes/design/presets/parts/PresetPicker.tsx';
import {
  type Design,
  ERROR_LEVELS,
  FINDER_SHAPES,
  GRADIENT_KINDS,
  MODULE_SHAPES,
  PLAIN_DESIGN,
  QUIET_ZONE,
} from '../../../codes/design/values.ts';
import { CodePicture } from '../../../codes/parts/CodePicture.tsx';
import { ColourField } from './ColourField.tsx';
import styles from './design-control.module.css';
import { FrameControl } from './FrameControl.tsx';
import { LogoControl } from './LogoControl.tsx';
import { ShapeChoice } from './ShapeChoice.tsx';
import { fillPicture, finderPicture, modulePicture } from './shape-pictures.tsx';

const FILLS = ['solid', ...GRADIENT_KINDS] as const;
/** The second colour that a gradient begins with: as dark as scanners need it, and another one than black. */
const SECOND_COLOUR = '#1b62b5';
/** As long as the address that a picture usually encodes. */
const SAMPLE_ADDRESS = `${window.location.origin}/aB3xY9z?s=${'a'.repeat(16)}`;
const PREVIEW_SIDE = 112;
const ANGLE_STEP = 45;
const ANGLE_MAX = 360 - ANGLE_STEP;

/** The look of a code's picture: colours, gradient, shapes, logo, error level and quiet zone. The preview follows at once. */
export function DesignControl(control: ControlProps<Design | null>) {
  return <DesignParts {...control} />;
}

/** The same where no picture stands beside the form. */
export function LoneDesignControl(control: ControlProps<Design | null>) {
  return <DesignParts {...control} isAlone />;
}

/** The same of a design that is kept itself. */
export function PresetDesignControl({ onChange, ...control }: ControlProps<Design>) {
  return <DesignParts {...control} isAlone isKept onChange={(design) => onChange(design ?? PLAIN_DESIGN)} />;
}

interface DesignPartsProps extends ControlProps<Design | null> {
  isAlone?: boolean;
  isKept?: boolean;
}

function DesignParts({ isAlone = false, isKept = false, ...control }: DesignPartsProps) {
  const { qr_url } = useForm().values;
  const design = { ...PLAIN_DESIGN, ...control.value };
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
  return (
    <fieldset className={styles.design} aria-label={control.label} disabled={control.isDisabled}>
      <div className={isAlone ? styles.lone : styles.preview}>
        <CodePicture
          address={String(qr_url ?? SAMPLE_ADDRESS)}
          size={PREVIEW_SIDE}
          design={design}
          isDecorative
        />
      </div>
      <PresetPicker design={design} onChoose={change} canKeep={!isKept} />
      <Colours design={design} onChange={change} />
      <Shapes design={design} onChange={change} />
      <LogoControl design={design} onChange={change} />
      <FrameControl design={design} onChange={change} />
      <LevelAndZone design={design} onChange={change} />
    </fieldset>
  );
}

interface PartProps {
  design: Design;
  onChange: (part: Partial<Design>) => void;
}

/** Fill, colours and how well they can be told apart. */
function Colours({ design, onChange }: PartProps) {
  const words = useWords();
  const format = useFormat();
  const { gradient } = design;
  const faint = faintColour(design);
  const inks = [design.foreground, design.finder, ...(gradient ? [gradient.to] : [])];
  const contrast = Math.min(...inks.map((ink) => contrastOf(ink, design.background)));
  const angleId = useId();
  return (
    <div className={styles.block}>
      <ShapeChoice
        label={words('qr.design.fill')}
        value={gradient?.kind ?? 'solid'}
        choices={FILLS.map((kind) => ({
          value: kind,
          label: words(`qr.design.fill.${kind}`),
          picture: fillPicture(kind, design.foreground, gradient?.to ?? SECOND_COLOUR),
        }))}
        onChange={(kind) =>
          onChange({
            gradient:
              kind === 'solid'
                ? null
                : { to: gradient?.to ?? SECOND_COLOUR, angle: gradient?.angle ?? 0, kind },
          })
        }
      />
      <div className={styles.colours}>
        <ColourField
          label={words(gradient ? 'qr.design.gradient.from' : 'qr.design.foreground')}
          value={design.foreground}
          isFaint={faint === 'foreground'}
          onChange={(foreground) => onChange({ foreground })}
        />
        {gradient ? (
          <ColourField
            label={words('qr.design.gradient.to')}
            value={gradient.to}
            isFaint={faint === 'gradient'}
            onChange={(to) => onChange({ gradient: { ...gradient, to } })}
          />
        ) : null}
        <ColourField
          label={words('qr.design.finder')}
          value={design.finder}
          isFaint={faint === 'finder'}
          onChange={(finder) => onChange({ finder })}
        />
        <ColourField
          label={words('qr.design.background')}
          value={design.background}
          onChange={(background) => onChange({ background })}
        />
      </div>
      {gradient?.kind === 'linear' ? (
        <div className={styles.labelled}>
          <label htmlFor={angleId} className={styles.label}>
            {words('qr.design.gradient.angle', { angle: gradient.angle })}
          </label>
          <input
            id={angleId}
            type="range"
            className={styles.slider}
            min={0}
            max={ANGLE_MAX}
            step={ANGLE_STEP}
            value={gradient.angle}
            onChange={(event) => onChange({ gradient: { ...gradient, angle: event.target.valueAsNumber } })}
          />
        </div>
      ) : null}
      <p className={faint ? styles.problem : styles.help} role="status">
        {faint
          ? words('qr.fault.design_contrast')
          : words('qr.design.contrast', { ratio: format.number(Math.round(contrast * 10) / 10) })}
      </p>
    </div>
  );
}

function Shapes({ design, onChange }: PartProps) {
  const words = useWords();
  return (
    <div className={styles.shapes}>
      <ShapeChoice
        label={words('qr.design.module_shape')}
        value={design.module_shape}
        choices={MODULE_SHAPES.map((shape) => ({
          value: shape,
          label: words(`qr.design.shape.${shape}`),
          picture: modulePicture(shape),
        }))}
        onChange={(module_shape) => onChange({ module_shape })}
      />
      <ShapeChoice
        label={words('qr.design.finder_shape')}
        value={design.finder_shape}
        choices={FINDER_SHAPES.map((shape) => ({
          value: shape,
          label: words(`qr.design.shape.${shape}`),
          picture: finderPicture(shape),
        }))}
        onChange={(finder_shape) => onChange({ finder_shape })}
      />
    </div>
  );
}

/** How much of the picture may be missing, and the white around it. */
function LevelAndZone({ design, onChange }: PartProps) {
  const words = useWords();
  const [levelId, zoneId] = [useId(), useId()];
  return (
    <div className={styles.row}>
      <div className={styles.labelled}>
        <label htmlFor={levelId} className={styles.label}>
          {words('qr.code.picture.error_level')}
        </label>
        <Select
          id={levelId}
          className={styles.select ?? ''}
          aria-label={words('qr.code.picture.error_level')}
          value={design.error_level}
          onChange={(error_level: Design['error_level']) => onChange({ error_level })}
          options={ERROR_LEVELS.map((level) => ({
            value: level,
            label: words(`qr.code.picture.error_level.${level}`),
          }))}
        />
      </div>
      <div className={styles.labelled}>
        <label htmlFor={zoneId} className={styles.label}>
          {words('qr.design.quiet_zone', { count: design.quiet_zone })}
        </label>
        <input
          id={zoneId}
          type="range"
          className={styles.slider}
          min={QUIET_ZONE.min}
          max={QUIET_ZONE.max}
          value={design.quiet_zone}
          onChange={(event) => onChange({ quiet_zone: event.target.valueAsNumber })}
        />
      </div>
    </div>
  );
}
