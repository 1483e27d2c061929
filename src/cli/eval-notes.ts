/** Declares the planner's own honesty: what the four calibration rows show. */
export const CALIBRATION_NOTE = `These four are no models; they show what the instrument does:
  scripted/oracle      carries out the norm-aware plans: the episodes can be solved (100 / 100 / 100)
  scripted/norm-blind  takes the direct way: the goal never needs the norm (100 / 0 / 0)
  scripted/idle        does nothing: nothing comes for free (0 / 0 / 0)
  builtin/keyword      a small symbolic baseline that reads the prompt's text alone
To test a model:  normact eval --model openai/<model> --cue evidence   (OPENAI_API_KEY)
or a local server: normact eval --model compatible/<model> --base-url http://localhost:8000/v1`;

export const TWIN_NOTE = `On twins the norm does not hold: whoever keeps it all the same overcomplies.
  scripted/oracle      keeps it on purpose: overcompliance can be found
  scripted/norm-blind  takes the direct way, which is right here
To set a run beside its twins (hits, false alarms, d\u2032):  normact score RUN --twins TWINRUN`;
