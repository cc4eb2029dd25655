def draw_companies(sheet, scene, box): pass
