/** A color palette: the background, then shape colors from the most to the least prominent. */
export type Palette = readonly [ground: string, ...shapes: string[]];

export const palettes: readonly Palette[] = [
  ['#fdf1dc', '#e4572e', '#17496e', '#f3a712', '#a8c686'],
  ['#12263a', '#f4d35e', '#ee964b', '#f95738', '#4d7ea8'],
  ['#f2efe9', '#2a6f6b', '#d1495b', '#edae49', '#30475e'],
  ['#23173d', '#ff8fa3', '#c77dff', '#ffd166', '#5e60ce'],
  ['#eaf4f4', '#3a5a40', '#a3b18a', '#bc6c25', '#dda15e'],
  ['#fff8f0', '#b3261e', '#1b1b1e', '#d8973c', '#8c9a9e'],
  ['#0b3d2e', '#f6ae2d', '#f26419', '#86bbd8', '#e8e9eb'],
  ['#f6f0ff', '#5a2a83', '#00a6a6', '#ff9b42', '#d4a5ff'],
];
