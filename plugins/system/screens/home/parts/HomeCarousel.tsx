import { IconLeft, IconRight } from '@arco-design/web-react/icon';
import { IconButton, useWords } from '@waypost/host-sdk';
import { type ReactNode, useState } from 'react';
import { usePicture } from '../../../pictures/kept-pictures.tsx';
import type { ShownSlide } from '../calls.ts';
import styles from './home-page.module.css';
import { SlideJump } from './SlideJump.tsx';
import { useClicks } from './use-clicks.ts';

/** Pictures with words that operators want looked at, one at a time; nobody is hurried on. */
export function HomeCarousel({ slides }: { slides: readonly ShownSlide[] }) {
  const words = useWords();
  const count = useClicks();
  const [wanted, setWanted] = useState(0);
  const at = Math.min(wanted, slides.length - 1);
  const slide = slides[at];
  if (slide === undefined) return null;
  const step = (by: number) => setWanted((at + by + slides.length) % slides.length);
  return (
    <section className={styles.carousel} aria-label={words('home.carousel')} aria-roledescription="carousel">
      <Slide
        slide={slide}
        wrap={(title) => (
          <SlideJump slide={slide} count={count}>
            {title}
          </SlideJump>
        )}
      />
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

interface SlideProps {
  slide: Pick<ShownSlide, 'picture' | 'title' | 'description'>;
  /** What the title is: a link, or words alone. */
  wrap: (title: string) => ReactNode;
}

/** One slide: its picture beside its words. */
export function Slide({ slide, wrap }: SlideProps) {
  const address = usePicture(slide.picture);
  return (
    <div className={styles.slide}>
      {address === undefined ? null : <img src={address} alt="" />}
      <div className={styles.words}>
        <h2>{wrap(slide.title)}</h2>
        {slide.description === '' ? null : <p>{slide.description}</p>}
      </div>
    </div>
  );
}
