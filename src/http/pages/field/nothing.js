// Some pages load a component kit and a check for old browsers. Pages of this service need neither.
