import { createElement, type ReactNode, useMemo } from 'react';
import type { Drawing } from '../../../domain/charts/drawing.ts';
import { chartFontSize, type Element, toElements } from '../../../domain/charts/svg.ts';
import { chartColors } from './colors.ts';

/** A drawing in the theme's colours, with a text alternative. */
export function Picture({ drawing }: { drawing: Drawing }) {
  const { title, description, width, height, shapes } = drawing;
  const elements = useMemo(() => toElements(shapes, chartColors), [shapes]);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={`${title}. ${description}`}
      fontSize={chartFontSize}
    >
      {elements.map(show)}
    </svg>
  );
}

function show({ tag, attributes, children = [] }: Element, index: number): ReactNode {
  return createElement(
    tag,
    { key: index, ...attributes },
    typeof children === 'string' ? children : children.map(show),
  );
}
