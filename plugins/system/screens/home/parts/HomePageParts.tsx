import { IconInfoCircle, IconLeft, IconRight } from '@arco-design/web-react/icon';
import { HOME_PLACEMENT } from '@waypost/contract';
import { IconButton, useWords } from '@waypost/host-sdk';
import { type CSSProperties, useState } from 'react';
import type { ShownPage } from '../../home_page_config/calls.ts';
import styles from './home-page.module.css';
import { Jump } from './Jump.tsx';
import { usePicture } from './use-picture.ts';

/** What operators tell everybody. */
export function HomeNotice({ notice }: { notice: NonNullable<ShownPage['notice']> }) {
  const words = useWords();
  return (
    <section className={styles.notice} data-tone={notice.tone} aria-label={words('home.notice')}>
      <IconInfoCircle aria-hidden="true" />
      <p>{notice.text}</p>
    </section>
  );
}

/** Pictures with words that operators want looked at, one at a time; nobody is hurried on. */
export function HomeCarousel({ slides }: { slides: ShownPage['carousel'] }) {
  const words = useWords();
  const [wanted, setWanted] = useState(0);
  const at = Math.min(wanted, slides.length - 1);
  const slide = slides[at];
  if (slide === undefined) return null;
  const step = (by: number) => setWanted((at + by + slides.length) % slides.length);
  return (
    <section className={styles.carousel} aria-label={words('home.carousel')} aria-roledescription="carousel">
      <Slide slide={slide} />
      {slides.length === 1 ? null : (
        <div className={styles.steps}>
          <IconButton label={words('home.carousel.previous')} icon={<IconLeft />} onClick={() => step(-1)} />
          <span aria-live="polite">{words('home.carousel.at', { number: at + 1, all: slides.length })}</span>
          <IconButton label={words('home.carousel.next')} icon={<IconRight />} onClick={() => step(1)} />
        </div>
      )}
    </section>
  );
}

function Slide({ slide }: { slide: ShownPage['carousel'][number] }) {
  const words = useWords();
  const address = usePicture(slide.picture);
  const title = slide.title || (slide.jump_address === '' ? '' : words('home.carousel.more'));
  return (
    <div className={styles.slide}>
      {address === undefined ? null : <img src={address} alt="" />}
      <div className={styles.words}>
        {title === '' ? null : (
          <h2>
            <Jump {...slide}>{title}</Jump>
          </h2>
        )}
        {slide.description === '' ? null : <p>{slide.description}</p>}
      </div>
    </div>
  );
}

/** Links that operators put there, in columns of 24: `isPhone` says how many one takes. */
export function HomeLinks({ links, isPhone }: { links: ShownPage['links']; isPhone: boolean }) {
  const words = useWords();
  const span = { '--span': isPhone ? HOME_PLACEMENT.phone : HOME_PLACEMENT.other } as CSSProperties;
  return (
    <nav className={styles.links} style={span} aria-label={words('home.links')}>
      {links.map((link) => (
        <Jump key={`${link.title} ${link.jump_address}`} {...link}>
          {link.title}
        </Jump>
      ))}
    </nav>
  );
}
