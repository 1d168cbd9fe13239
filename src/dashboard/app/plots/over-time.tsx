import * as l10n from '@vscode/l10n';
import { scaleLinear, scaleUtc } from 'd3-scale';
import { area, line, stack } from 'd3-shape';
import { language } from '../parts/time.tsx';

/** One quantity over the days, as a line or as a layer on those below it. */
export interface Series {
  readonly title: string;
  /** A class that colours it. */
  readonly name: string;
}

export interface Day {
  /** `YYYY-MM-DD` in UTC. */
  readonly day: string;
  /** In the order of the series. */
  readonly values: readonly number[];
}

interface OverTimeProps {
  readonly title: string;
  readonly kind: 'layers' | 'lines';
  readonly series: readonly Series[];
  readonly days: readonly Day[];
}

const width = 720;
const height = 220;
const margin = { left: 44, right: 8, top: 8, bottom: 24 };

/** A plot, with the same numbers as a table for those who cannot see it or want them exactly. */
export function OverTime({ title, kind, series, days }: OverTimeProps) {
  const dates = days.map(({ day }) => new Date(`${day}T00:00:00Z`));
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last) return null;
  const x = scaleUtc([first, last], [margin.left, width - margin.right]);
  const tallest = Math.max(1, ...days.map(({ values }) => heightOf(values, kind)));
  const y = scaleLinear([0, tallest], [height - margin.bottom, margin.top]).nice(4);
  const dayFormat = new Intl.DateTimeFormat(language(), { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const across = (index: number): number => x(dates[index] ?? first);
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
        {y
          .ticks(4)
          .filter(Number.isInteger)
          .map((value) => (
            <g key={value} class="tick">
              <line x1={margin.left} x2={width - margin.right} y1={y(value)} y2={y(value)} />
              <text x={margin.left - 6} y={y(value)} dy="0.32em" text-anchor="end">
                {value}
              </text>
            </g>
          ))}
        {x.ticks(6).map((date) => (
          <text key={date.toISOString()} class="tick" x={x(date)} y={height - 6} text-anchor="middle">
            {dayFormat.format(date)}
          </text>
        ))}
        {shapes(kind, series, days, across, y).map(({ name, path }) => (
          <path key={name} class={`${kind === 'layers' ? 'layer' : 'line'} ${name}`} d={path} />
        ))}
      </svg>
      <ul class="legend">
        {series.map(({ name, title: text }) => (
          <li key={name} class={name}>
            {text}
          </li>
        ))}
      </ul>
      <details>
        <summary>{l10n.t('As a table')}</summary>
        <div class="table">
          <table aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{l10n.t('Day')}</th>
                {series.map(({ name, title: text }) => (
                  <th key={name} scope="col" class="number">
                    {text}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map(({ day, values }) => (
                <tr key={day}>
                  <th scope="row">{day}</th>
                  {values.map((value, index) => (
                    <td key={series[index]?.name} class="number">
                      {value}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

function heightOf(values: readonly number[], kind: OverTimeProps['kind']): number {
  return kind === 'lines' ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0);
}

function shapes(
  kind: OverTimeProps['kind'],
  series: readonly Series[],
  days: readonly Day[],
  across: (index: number) => number,
  y: (value: number) => number,
): { readonly name: string; readonly path: string }[] {
  if (kind === 'lines')
    return series.map(({ name }, at) => {
      const draw = line<Day>(
        (_day, index) => across(index),
        ({ values }) => y(values[at] ?? 0),
      );
      return { name, path: draw(days) ?? '' };
    });
  const layers = stack<Day, number>()
    .keys(series.keys())
    .value(({ values }, at) => values[at] ?? 0)([...days]);
  return layers.map((layer, at) => {
    const draw = area<(typeof layer)[number]>(
      (_point, index) => across(index),
      ([low]) => y(low),
      ([, high]) => y(high),
    );
    return { name: series[at]?.name ?? '', path: draw(layer) ?? '' };
  });
}
